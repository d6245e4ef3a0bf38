"""Which two methods are looked at closer, and what is open under “Looking closer” where the address names nothing?"""

from components.answers.stability.ranked import ranked
from components.resolved import Resolved
from data import sample_pairs


def pair_compared(view: Resolved) -> tuple[str, str] | None:
    """The two ranked methods to compare: the chosen ones, else the two best; None when fewer than two are ranked."""
    methods = ranked(view).methods
    chosen = tuple(m for m in view.selection.versus if m in methods)
    if len(chosen) == 2:
        return chosen[0], chosen[1]
    return (methods[0], methods[1]) if len(methods) > 1 else None


def methods_sampled(view: Resolved) -> tuple[str, ...]:
    """The methods selected that have values of samples, in registry order."""
    values = view.tables.per_sample
    if values is None:
        return ()
    have = sample_pairs.methods(values, view.selection.panel)
    return tuple(m for m in view.panel.methods if m in have)


def pair_sampled(view: Resolved) -> tuple[str, str] | None:
    """The two methods to compare, ranked or not: the chosen ones, else the two best, else the first two with values."""
    chosen = tuple(m for m in view.selection.versus if m in view.panel.methods)
    if len(chosen) == 2:
        return chosen[0], chosen[1]
    have, best = methods_sampled(view), pair_compared(view)
    if best is not None and set(best) <= set(have):
        return best
    return (have[0], have[1]) if len(have) > 1 else best


def closer(view: Resolved) -> bool:
    """Whether there are two methods to look at more closely."""
    return len(view.row_ranks) > 1 or len(methods_sampled(view)) > 1


def subject(view: Resolved) -> str:
    """What is looked at closer where the address does not say it: what its choices are about, else who can lead."""
    if view.selection.versus or (len(view.ranked) < 2 and len(methods_sampled(view)) > 1):
        return "pair"
    return "map" if view.selection.corners else "leaders"
