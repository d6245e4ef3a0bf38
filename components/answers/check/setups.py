"""How studies got their values of one metric: set-ups with their spread, those of the models that
are no method too."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from components.answers.check.known_values import ASKED
from components.stats.audits.sanity import Spread, spreads
from data.registry import REFERENCE

LABEL_OF_ROLE: Mapping[str, str] = {
    "original": "the model before unlearning",
    REFERENCE: "the retrained model",
}
"""What the models are called that are no method."""


@dataclass(frozen=True)
class SetUp:
    """How a study got its values of a method on a model and split, and their spread.

    method      its label, or which model it is that is no method (then `is_model`)
    recorded    what else the source says of it
    is_grid     whether its values are checkpoints with different hyper-parameters, which do not
                enter the prediction
    n_at_bound  values known to be no larger than the lowest
    values      all of them, with their seeds: NaN where none is named
    """

    method: str
    is_model: bool
    model: str
    split: str
    source: str
    setup: str
    url: str
    spread: Spread
    recorded: str
    is_grid: bool
    n_at_bound: int
    values: tuple[float, ...]
    seeds: tuple[float, ...]


def setups_of(rows: pd.DataFrame, label_of_method: Mapping[str, str], is_log: bool) -> list[SetUp]:
    """Return the set-ups of known values, in the order of their rows."""
    groups = rows.groupby([*ASKED[1:], "source", "setup"], sort=False)
    spread_of_setup = spreads(rows["value"].to_numpy(float), groups.ngroup().tolist(), log=is_log)
    setups = []
    for (identifiers, of_setup), spread in zip(groups, spread_of_setup, strict=True):
        method, model, split, source, setup = map(str, identifiers)
        first_row = of_setup.iloc[0]
        label = LABEL_OF_ROLE.get(first_row["role"])
        setups.append(
            SetUp(
                method=label or label_of_method.get(method, method),
                is_model=label is not None,
                model=model,
                split=split,
                source=source,
                setup=setup,
                url=first_row["url"],
                spread=spread,
                recorded="; ".join(dict.fromkeys(filter(None, of_setup["note"]))),
                is_grid=bool(of_setup["grid"].any()),
                n_at_bound=int(of_setup["at_bound"].sum()),
                values=tuple(of_setup["value"].astype(float)),
                seeds=tuple(of_setup["seed"].astype(float)),
            )
        )
    return setups
