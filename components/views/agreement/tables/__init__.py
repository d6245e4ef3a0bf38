"""The numbers behind each figure of the agreement page as tables."""
