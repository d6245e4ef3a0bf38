"""The calibration suite: small models trained here, where the right answer is known. See README.md."""
