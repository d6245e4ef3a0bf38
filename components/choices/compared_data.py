"""Which part of the data methods are compared on over all suites: a data set, and a split of it."""

from components.choices import parsing
from components.choices.record import Choice

DATA_SET = Choice("data_set", "only rankings on this data set, such as TOFU", parsing.free)
SPLIT = Choice("split", "only this split, by the id of its benchmark", parsing.free)
