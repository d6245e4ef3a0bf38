"""The four small networks. Each returns logits (N, T, V) per answer token and activations (N, H)."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from data.calibration import people

Inputs = tuple[Tensor, ...]


class Perceptron(nn.Module):
    """64 pixels to ten digits; 17 226 parameters."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU())
        self.head = nn.Linear(64, 10)

    def forward(self, inputs: Inputs, _answers: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """One answer token per image."""
        hidden = self.body(inputs[0].flatten(1))
        return self.head(hidden)[:, None], hidden


class Convolutional(nn.Module):
    """14 × 14 pixels to ten digits; 24 538 parameters."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, 12, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(12, 24, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Flatten(),
            nn.Linear(216, 96),
            nn.ReLU(),
        )
        self.head = nn.Linear(96, 10)

    def forward(self, inputs: Inputs, _answers: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """One answer token per image."""
        hidden = self.body(inputs[0][:, None])
        return self.head(hidden)[:, None], hidden


class TwoTowers(nn.Module):
    """Four digits in a 16 × 16 image and a question (kind, place) to one of 12 answers; about 12 500 parameters.

    The text tower turns the question into attention over the four quarters of the image, which the image tower has
    encoded; what is attended to and the question together give the answer.
    """

    def __init__(self) -> None:
        super().__init__()
        self.image = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 32))
        self.kind, self.place = nn.Embedding(3, 16), nn.Embedding(4, 16)
        self.text = nn.Sequential(nn.Linear(32, 32), nn.ReLU())
        self.attend = nn.Linear(32, 4)
        self.fuse = nn.Sequential(nn.Linear(64, 64), nn.ReLU())
        self.head = nn.Linear(64, 12)

    def forward(self, inputs: Inputs, _answers: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """inputs: images (N, 4, 64), questions (N, 2)."""
        seen = self.image(inputs[0])
        question = self.text(torch.cat([self.kind(inputs[1][:, 0]), self.place(inputs[1][:, 1])], dim=1))
        weights = self.attend(question).softmax(dim=1)
        hidden = self.fuse(torch.cat([(weights[:, :, None] * seen).sum(dim=1), question], dim=1))
        return self.head(hidden)[:, None], hidden


class Recurrent(nn.Module):
    """Next token of a question and its answer (gated recurrent unit); about 24 000 parameters."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = nn.Embedding(people.VOCABULARY, 24)
        self.cell = nn.GRU(24, 64, batch_first=True)
        self.head = nn.Linear(64, people.VOCABULARY)

    def forward(self, inputs: Inputs, answers: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Logits of every answer token given those before it; activations at the end of the question."""
        assert answers is not None
        prompt = inputs[0]
        states, _ = self.cell(self.embed(torch.cat([prompt, answers[:, :-1]], dim=1)))
        last = prompt.shape[1] - 1
        return self.head(states[:, last:]), states[:, last]


NETWORKS: dict[str, type[nn.Module]] = {
    "digits": Perceptron,
    "mnist5k": Convolutional,
    "digit_vqa": TwoTowers,
    "facts": Recurrent,
}


def network(task: str, seed: int) -> nn.Module:
    """A freshly initialised network of a task."""
    torch.manual_seed(seed)
    return NETWORKS[task]()
