"""Drawn answers of one model, from a suite's table or a reader's, as the estimator takes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from components.intake.equivalence import Answer, Prompt
from components.stats.audits.equivalence import Answers
from components.stats.panel import Bools, Floats


@dataclass(frozen=True, eq=False)
class Drawn:
    """The answers of one unlearned model and its reference; `prompts` names the prompts by their index."""

    method: str
    prompts: tuple[Prompt, ...]
    answers: Answers


def from_reader(method: str, answers: Sequence[Answer]) -> Drawn:
    """The answers of one method of a reader's table."""
    scores = np.array([(a.by_unlearned, a.by_reference, a.tokens) for a in answers])
    return _drawn(method, [a.prompt for a in answers], np.array([a.unlearned for a in answers]), *scores.T)


def from_suite(method: str, rows: pd.DataFrame) -> Drawn:
    """The answers of one method of a suite."""
    seeds = rows["seed"].astype(int) if "seed" in rows else pd.Series(0, rows.index)
    names = zip(rows["benchmark"], seeds.astype(str), rows["prompt"].map(_name), strict=True)
    tokens = rows["tokens"].to_numpy(dtype=float) if "tokens" in rows else np.full(len(rows), np.nan)
    return _drawn(
        method,
        list(names),
        (rows["generated_by"] == "unlearned").to_numpy(dtype=bool),
        rows["loglik_unlearned"].to_numpy(dtype=float),
        rows["loglik_reference"].to_numpy(dtype=float),
        tokens,
    )


def _drawn(
    method: str, names: Sequence[Prompt], unlearned: Bools, by_unlearned: Floats, by_reference: Floats, tokens: Floats
) -> Drawn:
    """One entry per answer in every sequence; prompts in order of appearance."""
    prompts = tuple(dict.fromkeys(names))
    at = {prompt: i for i, prompt in enumerate(prompts)}
    index = np.array([at[n] for n in names], dtype=np.intp)
    return Drawn(method, prompts, Answers(index, unlearned, by_unlearned, by_reference, tokens))


def _name(prompt: object) -> str:
    return f"{prompt:g}" if isinstance(prompt, float) else str(prompt)
