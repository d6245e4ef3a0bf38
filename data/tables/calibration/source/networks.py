"""The four small networks. Each returns logits (N, T, V) per answer token and activations (N,
H)."""

from collections.abc import Callable

import torch
from torch import Tensor, nn

from data.tables.calibration.source import people

Inputs = tuple[Tensor, ...]


class Classifier(nn.Module):
    """Images (N, side, side) to ten digits: `body` turns them into `width` activations."""

    def __init__(self, body: nn.Sequential, width: int) -> None:
        super().__init__()
        self.body, self.head = body, nn.Linear(width, 10)

    def forward(self, inputs: Inputs, _answers: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """One answer token per image."""
        hidden = self.body(inputs[0][:, None])
        return self.head(hidden)[:, None], hidden


def perceptron() -> Classifier:
    """8 × 8 pixels; 17 226 parameters."""
    return Classifier(
        nn.Sequential(nn.Flatten(), nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU()),
        64,
    )


def convolutional() -> Classifier:
    """14 × 14 pixels; 24 538 parameters."""
    first, second = nn.Conv2d(1, 12, 3, padding=1), nn.Conv2d(12, 24, 3, padding=1)
    seen = (first, nn.ReLU(), nn.MaxPool2d(2), second, nn.ReLU(), nn.MaxPool2d(2))
    return Classifier(nn.Sequential(*seen, nn.Flatten(), nn.Linear(216, 96), nn.ReLU()), 96)


class TwoTowers(nn.Module):
    """Four digits in a 16 × 16 image and a question (kind, place) to one of 12 answers; about 12
    500 parameters.

    The text tower turns the question into attention over the four quarters of the image, which the
    image tower has encoded; what is attended to and the question together give the answer."""

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
        question = self.text(
            torch.cat([self.kind(inputs[1][:, 0]), self.place(inputs[1][:, 1])], dim=1)
        )
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
        """Logits of every answer token given those before it; activations at the end of the
        question."""
        assert answers is not None
        prompt = inputs[0]
        states, _ = self.cell(self.embed(torch.cat([prompt, answers[:, :-1]], dim=1)))
        last = prompt.shape[1] - 1
        return self.head(states[:, last:]), states[:, last]


NETWORKS: dict[str, Callable[[], nn.Module]] = {
    "digits": perceptron,
    "mnist5k": convolutional,
    "digit_vqa": TwoTowers,
    "facts": Recurrent,
}


def network(task: str, seed: int) -> nn.Module:
    """Return a freshly initialised network of a task."""
    torch.manual_seed(seed)
    return NETWORKS[task]()
