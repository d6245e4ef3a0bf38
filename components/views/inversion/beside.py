"""What stands beside the audit: how far evaluators agree, how good they are on real images, false positives to see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from components.intake.inversion import Reconstructions, cell_text, square_image
from components.plain import number
from components.stats.audits.inversion import NO, YES, confusion, mcnemar, measures
from components.stats.proportions import wilson

Part = dict[str, Any]
Rows = npt.NDArray[np.bool_]
STANDARD = "standard"


def agreement(rows: Reconstructions, kept: Rows) -> list[Part]:
    """Every two evaluators, the first as if it were the standard one: n, share agreed, κ, AC1, McNemar."""
    named = {STANDARD: rows.standard, **rows.judges}
    ids, found = list(named), []
    for i, one in enumerate(ids):
        for other in ids[i + 1 :]:
            table = confusion(named[one][kept], named[other][kept])
            numbers = measures((table.tp, table.fp, table.fn, table.tn))
            agreed = wilson(table.tp + table.tn, table.answered)
            test = mcnemar(table)
            found.append(
                {
                    "x": one,
                    "y": other,
                    "n": table.answered,
                    "both_yes": table.tp,
                    "only_x": table.fp,
                    "only_y": table.fn,
                    "both_no": table.tn,
                    "agreed": number(agreed.share),
                    "agreed_low": number(agreed.low),
                    "agreed_high": number(agreed.high),
                    "kappa": number(float(numbers["kappa"])),
                    "ac1": number(float(numbers["ac1"])),
                    "mcnemar": test.exact,
                    "mcnemar_min": test.p_min,
                }
            )
    return found


def gallery(rows: Reconstructions, judge: str, kept: Rows) -> list[Part]:
    """False positives with an image, in the order of the table."""
    wrong = kept & (rows.standard == YES) & (rows.judges[judge] == NO) & np.asarray(rows.images != "")
    seen = rows.seen.get(judge)
    return [
        {
            "private_set": rows.private_set[i],
            "attack": rows.attack[i],
            "target": rows.target[i],
            "identity": rows.identity[i],
            "seen": "" if seen is None else seen[i],
            "image": rows.images[i],
        }
        for i in np.flatnonzero(wrong)
    ]


def quality(record: Mapping[Any, Any]) -> Part:
    """One evaluator on real images: yes to the right class, no to other classes, with Wilson intervals."""
    right, asked = int(record["positive_yes"]), int(record["positive_pairs"])
    refused, other = int(record["negative_no"]), int(record["negative_pairs"])
    yes, no = wilson(right, asked), wilson(refused, other)
    return {
        "private_set": str(record["private_set"]),
        "judge": str(record["judge"]),
        "label": str(record.get("label") or ""),
        "positive_pairs": asked,
        "positive_yes": right,
        "yes": number(yes.share),
        "yes_low": number(yes.low),
        "yes_high": number(yes.high),
        "negative_pairs": other,
        "negative_no": refused,
        "no": number(no.share),
        "no_low": number(no.low),
        "no_high": number(no.high),
    }


def real_class(record: Mapping[Any, Any]) -> Part:
    """The mean training image of one class."""
    return {
        "private_set": str(record["private_set"]),
        "identity": cell_text(record["identity"]),
        "image": square_image(str(record["image"])),
    }
