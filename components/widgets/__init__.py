"""The only code beside app.py, shell.py and pages/ that imports streamlit."""
