"""What the inversion page says beside the comparison: agreement of evaluators, the gallery, how to read the figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from components.text import counted, joined, number, shortened
from components.views.inversion import words
from components.views.inversion.words import Part, capital, evaluator


def agreement(part: Part) -> str:
    """How far the judges agree with one another and with the standard evaluator."""
    said = []
    for row in part["agreement"]:
        if row["n"]:
            kappa = "undefined" if row["kappa"] is None else number(row["kappa"])
            said.append(
                f"{capital(evaluator(row['x'], part))} and {evaluator(row['y'], part)} give the same answer to "
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


def sentences(part: Part) -> list[str]:
    """Everything that is said of a part, in the order of the page; empty ones left out."""
    first = (words.headline, words.false_positives, words.order, words.test_sentence, words.clusters, words.refusals)
    said = [sentence(part) for sentence in (*first, words.claim, agreement, paradox)]
    return [s for s in said if s]


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
    "where the judge names one, an arrow to the class it reads; where both are the same, it reads the class and still "
    "says no. Top rows, where given: the mean real image of each class."
)
NONE = (
    "This suite holds no reconstructions, so there is nothing to audit here. A suite that has them brings a table "
    "named inversion, with one row per reconstruction; your own can be audited below."
)
