"""The numbers of the pages over HTTP: /api/v1/…, with the parameters of the page addresses."""
