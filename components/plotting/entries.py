"""What a large figure is handed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt


def entries(values: Sequence[object]) -> npt.NDArray[np.object_]:
    """Values, or rows of equally many, as one array of them as they are.

    Of lists plotly looks at every entry one by one, which takes most of the time of a figure of thousands.
    """
    return np.array(values, dtype=object)
