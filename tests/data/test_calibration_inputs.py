"""Fictitious persons, judges of pictures, and the settings of the calibration suite: what needs no torch."""

import re
import shutil
from pathlib import Path

import numpy as np
import pytest

from data.folders import BUILT_IN
from data.load import load_suite
from data.tables.calibration.source import config, people
from data.tables.calibration.source.judges import NeighbourJudge, SubspaceJudge

ROOT = Path(__file__).resolve().parents[2]


def test_facts_are_well_formed():
    world = people.facts(5)
    assert world.prompts.shape == (320, people.TEMPLATES, people.PROMPT)
    assert world.answers.shape == (320, people.ANSWER)
    assert (np.bincount(world.person) == people.ATTRIBUTES).all()
    # no question is asked twice, every answer ends once, and padding follows the end only
    assert len(np.unique(world.prompts.reshape(-1, people.PROMPT), axis=0)) == 320 * people.TEMPLATES
    assert ((world.answers == people.END).sum(axis=1) == 1).all()
    ended = np.cumsum(world.answers == people.END, axis=1) - (world.answers == people.END)
    np.testing.assert_array_equal(ended > 0, world.answers == people.PAD)
    assert world.prompts.max() < people.VOCABULARY
    assert world.answers.max() < people.VOCABULARY


def test_mislabelled_facts_differ_in_both_syllables_and_in_nothing_else():
    world = people.facts(5)
    wrong = people.mislabel(world.answers, 1)
    assert (wrong[:, :2] != world.answers[:, :2]).all()
    np.testing.assert_array_equal(wrong[:, 2:], world.answers[:, 2:])
    for k in (0, 1):
        assert set(wrong[:, k]) <= set(range(world.answers[:, k].min(), world.answers[:, k].max() + 1))


def made_digits(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Three classes of blurred bars; no two images alike."""
    rng = np.random.default_rng(seed)
    classes = np.arange(n) % 3
    images = rng.normal(0.1, 0.05, size=(n, 8, 8))
    for i, c in enumerate(classes):
        images[i, :, 1 + 2 * c : 3 + 2 * c] += rng.uniform(0.5, 1)
    return images, classes


@pytest.mark.parametrize("kind", [NeighbourJudge, SubspaceJudge])
def test_judges_read_real_images_and_refuse_noise(kind):
    judge = kind(*made_digits(150, 1))
    images, classes = made_digits(300, 2)
    found = judge(images)
    assert (found.classes == classes).mean() > 0.98
    assert found.yes(classes).mean() > 0.9
    assert not found.yes((classes + 1) % 3).any()
    noise = judge(np.random.default_rng(3).random((300, 8, 8)))
    assert noise.trusted.mean() < 0.02


def test_digest_depends_on_content_and_not_on_order():
    assert config.digest({"a": 1, "b": 2}) == config.digest({"b": 2, "a": 1})
    assert config.digest({"a": 1}) != config.digest({"a": 2})
    keys = {
        config.digest(config.configuration(b.id, m, s))
        for b in config.BENCHMARKS
        for m in config.METHODS
        for s in config.GRID
    }
    # controls without a strength have one configuration per benchmark, whatever the grid says
    fixed = sum("lr" not in settings for settings in config.METHODS.values())
    assert len(keys) == len(config.BENCHMARKS) * ((len(config.METHODS) - fixed) * len(config.GRID) + fixed)


def test_no_seed_serves_two_purposes():
    candidates = {s + config.RETRAIN_OFFSET for s in config.SEEDS}
    assert not candidates & set(config.REFERENCES)
    assert config.TUNING_SEED not in config.SEEDS
    assert len(config.REFERENCES) == len(config.SEEDS) == 5


def test_the_app_needs_nothing_of_the_folder_and_no_suite_is_loaded_from_it(tmp_path):
    """The app's requirements name none of its packages, and no other module imports it or torch."""
    wanted = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert not [line for line in wanted if line.startswith(("torch", "scikit-learn", "mlxtend", "-r"))]
    files = [ROOT / "app.py", *(p for top in ("components", "pages", "data") for p in (ROOT / top).rglob("*.py"))]
    for path in files:
        if path.parent.name == "source":
            continue
        found = re.findall(r"^ *(?:import|from) (?:torch|data\.tables)\b.*", path.read_text("utf-8"), re.MULTILINE)
        assert found == [], path
    shutil.copytree(BUILT_IN / "calibration", tmp_path / "calibration")
    (tmp_path / "calibration/source/further.csv").write_text("x\n1\n")
    assert load_suite(tmp_path / "calibration").data_version == load_suite(BUILT_IN / "calibration").data_version
