"""The rank of one method in every suite and panel, and by each metric alone."""
