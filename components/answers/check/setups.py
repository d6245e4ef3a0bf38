"""How studies got their values of one metric: set-ups with their spread, and the models that are no
method."""

from dataclasses import dataclass

import pandas as pd

from components.answers.check.near_values import LABEL_OF_ROLE
from components.stats.audits.sanity import Spread, spreads


@dataclass(frozen=True)
class SetUp:
    """How a study got its values, and their spread.

    of          the method, or which model that is none
    recorded    what else the source says of it
    is_grid     whether its values are checkpoints with different hyper-parameters, which do not
                enter the prediction
    n_at_bound  values known to be no larger than the lowest
    values      all of them, with their seeds: NaN where none is named
    """

    of: str
    source: str
    setup: str
    url: str
    spread: Spread
    recorded: str
    is_grid: bool
    n_at_bound: int
    values: tuple[float, ...]
    seeds: tuple[float, ...]

    @property
    def name(self) -> str:
        return self.setup or self.source


def setups_of(rows: pd.DataFrame, method_label: str, is_log: bool) -> list[SetUp]:
    """Return the set-ups of known values, in the order of their rows; `method_label` is that of a
    method, other models are called what they are."""
    groups = rows.groupby(["method", "source", "setup"], sort=False)
    spread_of_setup = spreads(rows["value"].to_numpy(float), groups.ngroup().tolist(), log=is_log)
    setups = []
    for ((_, source, setup), of_setup), spread in zip(groups, spread_of_setup, strict=True):
        recorded_notes = dict.fromkeys(filter(None, of_setup["note"]))
        setups.append(
            SetUp(
                of=LABEL_OF_ROLE.get(of_setup["role"].iloc[0], method_label),
                source=str(source),
                setup=str(setup),
                url=str(of_setup["url"].iloc[0]),
                spread=spread,
                recorded="; ".join(recorded_notes),
                is_grid=bool(of_setup["grid"].any()),
                n_at_bound=int(of_setup["at_bound"].sum()),
                values=tuple(of_setup["value"].astype(float)),
                seeds=tuple(of_setup["seed"].astype(float)),
            )
        )
    return setups
