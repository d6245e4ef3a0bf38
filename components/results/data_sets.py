"""Which data set a benchmark is a split of: TOFU of forget10, MUSE of News."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from components.selection import panel_tables
from data.registry import Benchmark, PanelInfo, Tables


@dataclass(frozen=True)
class Where:
    """A part of the data: a data set by its name, and a split by the id of its benchmark, "" for
    all."""

    data_set: str = ""
    split: str = ""

    def benchmarks(self, tables: Tables, panel: str) -> tuple[Benchmark, ...]:
        """Return the benchmarks of a panel that are in this part."""
        chosen = []
        for benchmark in panel_tables(tables, panel).benchmarks:
            is_of_data_set = self.data_set.casefold() in ("", data_set_of(benchmark).casefold())
            if is_of_data_set and self.split in ("", benchmark.id):
                chosen.append(benchmark)
        return tuple(chosen)

    def filter(self, tables: Tables, panel: str) -> tuple[str, ...]:
        """Return the ids of the benchmarks of a panel in this part as a selection has them: () for
        all of them."""
        chosen = self.benchmarks(tables, panel)
        if len(chosen) == len(panel_tables(tables, panel).benchmarks):
            return ()
        return tuple(benchmark.id for benchmark in chosen)


def data_set_of(benchmark: Benchmark) -> str:
    """Return the data set that a benchmark is a split of.

    Its name is that of the data set, then what is special after a comma ("TOFU, forget 10 %") or as
    its label ("MUSE News"); without either it is a data set of its own.
    """
    first_words = benchmark.name.partition(",")[0]
    return first_words.removesuffix(benchmark.label).strip() or first_words


def data_sets(panels: Sequence[tuple[Tables, PanelInfo]]) -> Mapping[str, Mapping[str, str]]:
    """Return the splits of each data set of these panels, labels by id, in the order of the
    suites."""
    splits_of_data_set: dict[str, dict[str, str]] = {}
    for tables, panel in panels:
        for benchmark in panel_tables(tables, panel.id).benchmarks:
            splits = splits_of_data_set.setdefault(data_set_of(benchmark), {})
            splits.setdefault(benchmark.id, benchmark.label)
    for data_set, splits in splits_of_data_set.items():
        splits_of_data_set[data_set] = dict(sorted(splits.items()))
    return splits_of_data_set


def called(where: Where, splits_of_data_set: Mapping[str, Mapping[str, str]]) -> str:
    """Return a part of the data in words: "TOFU forget10"; "" for all of it."""
    for data_set, splits in splits_of_data_set.items():
        is_meant = where.data_set.casefold() in ("", data_set.casefold())
        if is_meant and where.split in splits:
            label = splits[where.split]
            return label if label.startswith(data_set) else f"{data_set} {label}"
        if is_meant and where.data_set and not where.split:
            return data_set
    return f"{where.data_set} {where.split}".strip()
