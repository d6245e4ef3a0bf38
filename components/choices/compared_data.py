"""Which part of the data methods are compared on over all suites: a data set, and a split of it."""

from collections.abc import Mapping

from components.choices import parsing
from components.choices.record import Choice

DATA_SET = Choice("data_set", "only rankings on this data set, such as TOFU", parsing.free)
SPLIT = Choice("split", "only this split, by the id of its benchmark", parsing.free)


def data_set_labels(splits_of_data_set: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Return the data sets to choose from, all of them first."""
    return {"": "All data sets", **dict(zip(splits_of_data_set, splits_of_data_set, strict=True))}


def split_labels(
    splits_of_data_set: Mapping[str, Mapping[str, str]], data_set: str
) -> dict[str, str]:
    """Return the splits of a data set to choose from, all of them first."""
    return {"": "All splits", **splits_of_data_set.get(data_set, {})}
