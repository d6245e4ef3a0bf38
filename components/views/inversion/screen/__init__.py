"""The inversion page on screen: the audit of a suite, and the table that a reader brings."""
