"""The numbers of the stability page by subject; `stability` joins what a report holds."""
