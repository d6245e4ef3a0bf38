"""What the inversion page says in words. Every number is taken from the part it describes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from components.text import counted, number, p_value, shortened

Part = Mapping[str, Any]
ABOVE_STANDARD, BELOW_JUDGE = 0.9, 0.8
"""The published claim: attacks above the first under the standard evaluator, never above the second when judged."""


def headline(part: Part) -> str:
    """How many reconstructions each evaluator accepts, and the difference with its interval."""
    row, judge = part["overall"], named(part)
    if not row["answered"]:
        return f"No reconstruction was answered by both the standard evaluator and {judge}: nothing can be compared."
    return (
        f"The standard evaluator accepts {row['tp'] + row['fp']} of {counted(row['answered'], 'reconstruction')} "
        f"({number(row['accuracy_standard'])}), {judge} accepts {row['tp'] + row['fn']} "
        f"({number(row['accuracy_judge'])}): a difference of {number(row['difference'], sign=True)} "
        f"(95 % interval {number(row['difference_low'])} to {number(row['difference_high'])})."
    )


def false_positives(part: Part) -> str:
    """Of what the judge rejects, how much the standard evaluator accepts, and where most."""
    row, judge = part["overall"], named(part)
    if not row["answered"]:
        return ""
    if row["fpr"] is None:
        return f"{capital(judge)} rejects none of them, so there is no false-positive rate."
    said = (
        f"Of the {row['fp'] + row['tn']} that {judge} rejects, the standard evaluator accepts {row['fp']}: "
        f"a false-positive rate of {number(row['fpr'])} ({_interval(row, 'fpr')})."
    )
    rated = [r for r in part["rows"] if r["fpr"] is not None]
    if len(rated) > 1:
        most = max(rated, key=lambda r: r["fpr"])
        said += f" It is highest, {number(most['fpr'])}, for {row_label(most, part)}."
    return said


def order(part: Part) -> str:
    """Whether the attacks keep their order."""
    found = part["ranking"]
    if found["tau"] is None:
        why = "fewer than two attacks" if found["attacks"] < 2 else "an evaluator gives all attacks the same accuracy"
        return f"The orders of the attacks under the two cannot be compared: {why}."
    sets = (
        f", mean over {found['defined']} of {found['private_sets']} private sets" if found["private_sets"] > 1 else ""
    )
    return (
        f"The orders of {counted(found['attacks'], 'attack')} under the two agree with τ-b = "
        f"{number(found['tau'])}{sets} ({found['p_kind']} p {p_value(found['p'])}, smallest in "
        f"reach {p_value(found['p_min'])})."
    )


def claim(part: Part) -> str:
    """What the published claim on the ceiling of attacks looks like here; empty when no attack is above it."""
    rated = [r for r in part["rows"] if r["accuracy_standard"] is not None]
    high = [r for r in rated if r["accuracy_standard"] > ABOVE_STANDARD]
    if not high:
        return ""
    kept = sum(r["accuracy_judge"] > BELOW_JUDGE for r in high)
    return (
        f"{len(high)} of {counted(len(rated), 'row')} (an attack on a private set) {_verb(len(high), 'is', 'are')} "
        f"above 0.9 under the standard evaluator; {kept} of them {_verb(kept, 'is', 'are')} above 0.8 under "
        f"{named(part)}."
    )


def test_sentence(part: Part) -> str:
    """McNemar's test on the pairs that disagree."""
    row = part["overall"]
    if not row["answered"]:
        return ""
    if not row["discordant"]:
        return "The two never disagree: McNemar's test has nothing to count."
    return (
        f"The two disagree on {counted(row['discordant'], 'reconstruction')}: {row['fp']} accepted by the standard "
        f"evaluator alone, {row['fn']} by the judge alone (McNemar: exact p {p_value(row['mcnemar'])}, smallest in "
        f"reach {p_value(row['mcnemar_min'])}; mid-p {p_value(row['mcnemar_mid'])}, smallest in reach "
        f"{p_value(row['mcnemar_mid_min'])})."
    )


def clusters(part: Part) -> str:
    """The interval that does not take the reconstructions of one identity as independent."""
    row = part["overall"]
    if row["difference_cluster_low"] is None:
        return (
            "The intervals and p-values take reconstructions as independent; identities could not be drawn anew: "
            f"{row['cluster_reason']}."
        )
    few = " So few identities make such intervals rather too short." if row["identities"] < 30 else ""
    return (
        "The intervals and p-values above take reconstructions as independent. With the "
        f"{row['identities']} identities drawn anew instead, the "
        f"difference lies between {number(row['difference_cluster_low'])} and {number(row['difference_cluster_high'])}."
        + few
    )


def refusals(part: Part) -> str:
    """How many answers are missing; empty when none is."""
    row = part["overall"]
    if row["n"] == row["answered"]:
        return ""
    return (
        f"Refused: {row['refused_standard']} by the standard evaluator, {row['refused_judge']} by the judge "
        f"({row['refused_both']} by both); these {row['n'] - row['answered']} of {row['n']} count neither as yes nor "
        "as no."
    )


def row_label(row: Mapping[str, Any], part: Part) -> str:
    """An attack, with its private set where there is more than one."""
    attack = row["attack"] or "all reconstructions"
    many = len(part["private_sets"]) > 1 and row["private_set"]
    return shortened(f"{attack} · {row['private_set']}" if many else attack, 34)


def evaluator(name: str, part: Part) -> str:
    """What an evaluator is called in running text, shortly."""
    return "the standard evaluator" if name == "standard" else _short(part, name)


def named(part: Part) -> str:
    """What the judge in use is called."""
    return _short(part, part["judge"])


def _short(part: Part, judge: str) -> str:
    label = next((j["label"] for j in part["judges"] if j["id"] == judge), judge).partition(" – ")[0]
    return f"the {label}" if label == "judge" else str(label)


def _interval(row: Part, name: str) -> str:
    return f"95 % interval {number(row[f'{name}_low'])} to {number(row[f'{name}_high'])}"


def capital(text: str) -> str:
    """A sentence's beginning."""
    return text[:1].upper() + text[1:]


def _verb(n: int, one: str, many: str) -> str:
    return one if n == 1 else many


def said_first(part: Any) -> list[str]:
    return [headline(part)] if part["rows"] else []
