"""The committed files as a Space of the Hugging Face hub, the tables as a data set there.

`make space SPACE=owner/name` writes the folder build/space, creates the Space, sets its variables,
uploads the folder and prints the link; `make dataset DATASET=owner/name` does the same with
build/dataset. With `--dry` in place of a name the folder is written and nobody is asked. The hub
reads who may write from `hf auth login` or HF_TOKEN.
"""

import json
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from components.exports.croissant import croissant
from components.exports.package import whole_files
from data.folders import BUILT_IN
from data.load import load_suite

ROOT = Path(__file__).resolve().parents[2]
HEADS = ROOT / ".github"
DRY = "--dry"
VARIABLES = {
    "FORWARDED_ALLOW_IPS": "*",
    "LEADERBOARD_FRAMES": "https://huggingface.co",
}
"""What a Space sets: its proxy alone reaches the container, and the hub shows it inside a page."""
CONFIG = """- config_name: {suite}
  data_files:
  - split: runs
    path: tables/{suite}/runs.csv
"""


def write_space(folder: Path) -> None:
    """Write the committed files, with the head of a Space in place of README.md."""
    committed = subprocess.run(
        ["git", "archive", "--format=tar", "HEAD"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    with tarfile.open(fileobj=BytesIO(committed)) as archive:
        archive.extractall(folder, filter="data")
    shutil.copy(HEADS / "space" / "README.md", folder / "README.md")


def write_dataset(folder: Path) -> None:
    """Write the tables of each suite with its Croissant metadata, and the card with one
    configuration a suite."""
    configurations = []
    for source in sorted(BUILT_IN.iterdir()):
        if not (source / "suite.toml").is_file():
            continue
        tables = load_suite(source)
        target = folder / "tables" / source.name
        target.mkdir(parents=True)
        files, licence = whole_files(tables)
        for name, content in files.items():
            (target / name).write_bytes(content)
        if licence is not None:
            (target / "LICENSE.md").write_bytes(licence)
        metadata = json.dumps(croissant(tables, files), ensure_ascii=False, indent=1)
        (target / "croissant.json").write_text(metadata, encoding="utf-8")
        configurations.append(CONFIG.format(suite=source.name))
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE")
    card = (HEADS / "dataset" / "README.md").read_text(encoding="utf-8")
    card = card.replace("configs: []\n", f"configs:\n{''.join(configurations)}")
    (folder / "README.md").write_text(card, encoding="utf-8")


WRITERS: dict[str, Callable[[Path], None]] = {"space": write_space, "dataset": write_dataset}


def upload(kind: str, name: str, folder: Path) -> str:
    """Create what is not there yet, upload the folder, and return its address."""
    from huggingface_hub import HfApi

    hub = HfApi()
    if kind == "space":
        hub.create_repo(name, repo_type=kind, space_sdk="docker", exist_ok=True)
        for variable, value in VARIABLES.items():
            hub.add_space_variable(name, variable, value)
    else:
        hub.create_repo(name, repo_type=kind, exist_ok=True)
    hub.upload_folder(repo_id=name, repo_type=kind, folder_path=folder, delete_patterns="*")
    return f"https://huggingface.co/{kind}s/{name}"


def main(arguments: list[str]) -> int:
    """Write the folder, and publish it unless it is a dry run; 2 for wrong usage."""
    if len(arguments) != 2 or arguments[0] not in WRITERS:
        print(__doc__)
        return 2
    kind, name = arguments
    if name != DRY and name.count("/") != 1:
        print(f"found {name!r}, expected owner/name")
        return 2
    folder = ROOT / "build" / kind
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    WRITERS[kind](folder)
    print(folder if name == DRY else upload(kind, name, folder))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
