"""Pages whose questions have no file of their own yet; see components/answers."""
