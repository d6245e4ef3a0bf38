"""Where one method stands in every suite and panel, and by each metric alone."""
