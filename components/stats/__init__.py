"""Pure statistics: arrays and frames in, small frozen results out. No streamlit, no database."""
