"""What is put on the Hugging Face hub: the folders are built here, and their heads read with the
hub's own classes. That the hub takes them is not tried."""

import importlib.util
import json
import subprocess
from pathlib import Path
from types import ModuleType

import mlcroissant
import pytest
from huggingface_hub import DatasetCard, SpaceCard
from huggingface_hub.constants import ENDPOINT

from data.folders import BUILT_IN
from tests.serving import ROOT


@pytest.fixture(scope="module")
def publish() -> ModuleType:
    specification = importlib.util.spec_from_file_location(
        "publish", ROOT / ".github" / "space" / "publish.py"
    )
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout


def test_a_space_is_the_committed_files_under_a_head_of_its_own(publish, tmp_path):
    publish.write_space(tmp_path)
    written = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert written == set(git("ls-tree", "-r", "--name-only", "HEAD").splitlines())
    head = SpaceCard.load(tmp_path / "README.md").data
    recipe = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert (head.sdk, head.license) == ("docker", "apache-2.0")
    assert f"EXPOSE {head.app_port}" in recipe
    assert f"PORT={head.app_port}" in recipe
    assert len(head.to_dict()["short_description"]) <= 60, "the hub refuses a longer one"
    assert head.to_dict()["startup_duration_timeout"] == "30m"
    assert "machine-unlearning" in head.tags
    for name in ("Dockerfile", "app.py", "requirements.txt"):
        assert (tmp_path / name).read_text(encoding="utf-8") == git("show", f"HEAD:{name}")


def test_a_data_set_has_one_configuration_a_suite_and_croissant_beside_it(publish, tmp_path):
    publish.write_dataset(tmp_path)
    suites = {folder.parent.name for folder in BUILT_IN.glob("*/suite.toml")}
    configurations = DatasetCard.load(tmp_path / "README.md").data.to_dict()["configs"]
    assert [config["config_name"] for config in configurations] == sorted(suites)
    for config in configurations:
        (data_file,) = config["data_files"]
        runs = tmp_path / data_file["path"]
        source = BUILT_IN / config["config_name"] / "runs.csv"
        assert len(runs.read_text().splitlines()) == len(source.read_text().splitlines())
        metadata = json.loads((runs.parent / "croissant.json").read_text(encoding="utf-8"))
        assert {file["@id"] for file in metadata["distribution"]} >= {"runs.csv"}
    described = mlcroissant.Dataset(tmp_path / "tables" / "wmdp" / "croissant.json")
    assert len(list(described.records("runs"))) == 16


@pytest.mark.parametrize("arguments", [[], ["space"], ["space", "name"], ["mirror", "a/b"]])
def test_wrong_usage_is_told_and_writes_nothing(publish, arguments, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(publish, "ROOT", tmp_path)
    assert publish.main(arguments) == 2
    assert "owner/name" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())


def test_what_is_sent_is_the_folder_and_the_variables(publish, monkeypatch, tmp_path):
    sent = []

    class Hub:
        def __getattr__(self, call):
            return lambda *arguments, **options: sent.append((call, arguments, options))

    monkeypatch.setattr("huggingface_hub.HfApi", Hub)
    link = publish.upload("space", "owner/name", tmp_path)
    assert link == f"{ENDPOINT}/spaces/owner/name"
    assert [call for call, *_ in sent] == [
        "create_repo",
        "add_space_variable",
        "add_space_variable",
        "upload_folder",
    ]
    assert sent[0][2]["space_sdk"] == "docker"
    assert {arguments[1:] for call, arguments, _ in sent if call == "add_space_variable"} == {
        ("FORWARDED_ALLOW_IPS", "*"),
        ("LEADERBOARD_FRAMES", "https://huggingface.co"),
    }
    assert Path(sent[-1][2]["folder_path"]) == tmp_path
