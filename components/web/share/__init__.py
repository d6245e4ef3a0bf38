"""Passing a view on: link, preview, picture, citation, embedding. Pure: a view in, text or bytes
out."""
