"""Fictitious persons and their attributes as token sequences. NumPy only."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

PAD, END = 0, 1
TEMPLATES, ATTRIBUTES, FIRST, LAST, SYLLABLES, SUFFIXES = 4, 4, 16, 12, 12, 4
_T0 = 2
_A0 = _T0 + TEMPLATES
_F0 = _A0 + ATTRIBUTES
_L0 = _F0 + FIRST
_S0 = _L0 + LAST
_R0 = _S0 + 2 * SYLLABLES
VOCABULARY = _R0 + SUFFIXES
PROMPT, ANSWER = 4, 4
PERSONS = 80
EXCEPTIONS = 0.25
"""Share of answer tokens that follow no rule and can only be memorised."""


@dataclass(frozen=True, eq=False)
class Facts:
    """prompts (F, 4 phrasings, 4 tokens), answers (F, 4 tokens, end token and padding), person
    (F,), unseen (F,).

    `unseen` is the phrasing in which a fact is never trained.
    """

    prompts: Ints
    answers: Ints
    person: Ints
    unseen: Ints


def facts(seed: int) -> Facts:
    """All facts about 80 persons, four attributes each; the same seed gives the same world.

    The first syllable of an answer follows from the family name, the second from the first name,
    except where an exception drawn at random replaces it; half of the answers end in a further
    token that follows no rule."""
    rng = np.random.default_rng(seed)
    names = rng.permutation(FIRST * LAST)[:PERSONS]
    by_last = rng.integers(SYLLABLES, size=(LAST, ATTRIBUTES))
    by_first = rng.integers(SYLLABLES, size=(FIRST, ATTRIBUTES))
    person, attribute = (
        a.ravel() for a in np.meshgrid(np.arange(PERSONS), np.arange(ATTRIBUTES), indexing="ij")
    )
    first, last = names[person] // LAST, names[person] % LAST
    rule = np.stack(
        [_S0 + by_last[last, attribute], _S0 + SYLLABLES + by_first[first, attribute]], axis=1
    )
    random = np.stack(
        [_S0 + rng.integers(SYLLABLES, size=len(person)) + k * SYLLABLES for k in (0, 1)], axis=1
    )
    pair = np.where(rng.random(rule.shape) < EXCEPTIONS, random, rule)
    suffix = np.where(
        rng.random(len(person)) < 0.5, _R0 + rng.integers(SUFFIXES, size=len(person)), END
    )
    return Facts(
        prompts=_prompts(first, last, attribute),
        answers=_answers(pair, suffix),
        person=person,
        unseen=rng.integers(TEMPLATES, size=len(person)),
    )


def mislabel(answers: Ints, seed: int) -> Ints:
    """Answers whose two syllables both differ from those given; length kept."""
    rng = np.random.default_rng(seed)
    changed = answers.copy()
    for k in (0, 1):
        base = _S0 + k * SYLLABLES
        shift = rng.integers(1, SYLLABLES, size=len(answers))
        changed[:, k] = base + (answers[:, k] - base + shift) % SYLLABLES
    return changed


def _prompts(first: Ints, last: Ints, attribute: Ints) -> Ints:
    f, n, a = _F0 + first, _L0 + last, _A0 + attribute
    # each order twice, under different words, so that an unseen phrasing has a sibling
    orders = ((a, f, n), (a, f, n), (f, n, a), (f, n, a))
    return np.stack(
        [np.stack([np.full_like(a, _T0 + t), *o], axis=1) for t, o in enumerate(orders)], axis=1
    )


def _answers(pair: Ints, suffix: Ints) -> Ints:
    return np.concatenate(
        [pair, suffix[:, None], np.where(suffix == END, PAD, END)[:, None]], axis=1
    )
