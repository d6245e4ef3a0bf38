"""What METHODS.md and README.md say of the code: tests that exist, an example that runs."""

import re

import pytest

from tests.test_imports import CODE, ROOT, name_of

TEXT = (ROOT / ".github" / "METHODS.md").read_text(encoding="utf-8")
SECTIONS = re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:]
CITATION = re.compile(r"METHODS (\d+)")


@pytest.mark.parametrize("section", SECTIONS, ids=lambda text: text.split("\n", 1)[0])
def test_each_section_names_tests_that_exist(section):
    folder = ""
    paths = []
    for name in re.findall(r"`((?:tests/)?[\w/]*(?:test_\w+\.py|plain_ranking\.py|/))`", section):
        if name.startswith("tests/"):
            folder = name.rpartition("/")[0]
        paths.append(name if name.startswith("tests/") else f"{folder}/{name}")
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_python_of_the_readme_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    example = re.search(r"```python\n(.*?)```", readme, re.DOTALL)
    assert example is not None
    monkeypatch.chdir(ROOT)
    exec(compile(example[1], "README.md", "exec"), {})
    assert "'method': 'pdu'" in capsys.readouterr().out


def test_what_code_and_tests_cite_is_a_section():
    numbers = {section.partition(".")[0] for section in SECTIONS}
    tests = sorted((ROOT / "tests").rglob("*.py"))
    wrong = []
    for path in (*CODE, *tests):
        cited = set(CITATION.findall(path.read_text(encoding="utf-8")))
        wrong += [f"{name_of(path)}: METHODS {number}" for number in sorted(cited - numbers)]
    assert wrong == []
