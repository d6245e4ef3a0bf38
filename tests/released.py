"""The released results of the first suite, for tests whose answers are printed in the paper or its repository."""

from pathlib import Path

from data.load import load_suite

FOLDER = Path(__file__).parents[1] / "data" / "tables" / "unified_unlearning"
TABLES = load_suite(FOLDER)
