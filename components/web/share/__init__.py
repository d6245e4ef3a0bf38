"""Passing a view on: link, preview, picture, citation, embedding, QR code. Pure: a view in, text or bytes out."""
