"""What the inversion page says in words. Every number is taken from the part it describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from components.text import counted, joined, number, p_value, shortened

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
        return f"{_capital(judge)} rejects none of them, so there is no false-positive rate."
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


def agreement(part: Part) -> str:
    """How far the judges agree with one another and with the standard evaluator."""
    said = []
    for row in part["agreement"]:
        if row["n"]:
            kappa = "undefined" if row["kappa"] is None else number(row["kappa"])
            said.append(
                f"{_capital(evaluator(row['x'], part))} and {evaluator(row['y'], part)} give the same answer to "
                f"{row['both_yes'] + row['both_no']} of {row['n']} ({number(row['agreed'])}; κ {kappa}, AC1 "
                f"{number(row['ac1'])})."
            )
    return " ".join(said)


def paradox(part: Part) -> str:
    """Says where κ and AC1 part although evaluators mostly agree; empty where they do not."""
    apart = [
        f"{evaluator(r['x'], part)} and {evaluator(r['y'], part)}"
        for r in part["agreement"]
        if r["kappa"] is not None and r["agreed"] >= 0.8 and r["ac1"] - r["kappa"] > 0.2
    ]
    if not apart:
        return ""
    return (
        f"κ is much lower than AC1 for {joined(apart)} although they mostly agree: when nearly all answers are the "
        "same, κ calls most of that chance."
    )


def pictures(part: Part, images: Sequence[Part]) -> str:
    """What the gallery shows of the false positives of its attack."""
    if not images:
        wrong = part["overall"]["fp"]
        return f"The table keeps no image of the {counted(wrong, 'false positive')}." if wrong else "None was found."
    attack = images[0]["attack"]
    kept = sum(g["attack"] == attack for g in part["gallery"])
    counted_all = sum(r["fp"] for r in part["rows"] if r["attack"] == attack)
    return (
        f"{len(images)} of the {counted(kept, 'image')} kept of false positives of {shortened(attack or 'the table')}; "
        f"the table counts {counted_all} of them."
    )


def shown(part: Part, attack: str = "", most: int = 40) -> list[dict[str, Any]]:
    """The images to show: of one attack (the first that has any when empty), shared out among private sets.

    One of every identity comes before the second of any.
    """
    own = [g for g in part["gallery"] if g["attack"] == (attack or part["gallery"][0]["attack"])]
    found = []
    for name in part["private_sets"]:
        seen: dict[str, int] = {}
        placed = []
        for item in (g for g in own if g["private_set"] == name):
            seen[item["identity"]] = seen.get(item["identity"], 0) + 1
            placed.append((seen[item["identity"]], item))
        placed.sort(key=lambda pair: pair[0])
        found += [item for _, item in placed[: most // len(part["private_sets"])]]
    return found


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


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _verb(n: int, one: str, many: str) -> str:
    return one if n == 1 else many


HOW_SLOPES = (
    "Each line is one attack on one private set: the share of its reconstructions accepted by the standard evaluator "
    "(left) and by the judge (right). A falling line is success that the judge does not see; crossing lines change "
    "order."
)
HOW_CONFUSION = (
    "All reconstructions that both answered, by row: accepted by both (TP), by the standard evaluator alone (FP), by "
    "the judge alone (FN), by neither (TN). Numbers in the bars are counts; the judge is taken as right."
)
HOW_RATES = (
    "Dots: false-positive rate FP/(FP+TN), false-negative rate FN/(FN+TP), false-discovery rate FP/(FP+TP); lines: "
    "95 % Wilson intervals. A rate with – has nothing to divide by."
)
HOW_GALLERY = (
    "Images that the standard evaluator accepts and the judge rejects. Below each: the identity it was made for and, "
    "where the judge names one, an arrow to the class it reads. Top row, where given: the mean real image of each "
    "class."
)
NONE = (
    "This suite holds no reconstructions, so there is nothing to audit here. A suite that has them brings a table "
    "named inversion, with one row per reconstruction; your own can be audited below."
)


def sentences(part: Part) -> list[str]:
    """Everything that is said of a part, in the order of the page; empty ones left out."""
    said = [headline(part), false_positives(part), order(part), test_sentence(part), clusters(part), refusals(part)]
    return [s for s in (*said, claim(part), agreement(part), paradox(part)) if s]
