"""Tables on screen: numbers with three decimals, undefined as –, names as text, columns that sort."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from components.text import UNDEFINED, cleaned

ROW_HEIGHT = 35
_MOST_ROWS = 18


def table(
    frame: pd.DataFrame,
    *,
    name: str,
    title: str,
    digits: int | None = 3,
    columns: Mapping[str, Any] | None = None,
) -> None:
    """A table that sorts and scrolls. `columns` refines single columns (Streamlit column configs).

    `digits` are decimals; None is for raw numbers, which get as many digits as they need, up to six.
    """
    clean = frame.rename(columns=cleaned)
    for column in clean.columns[[pd.api.types.is_string_dtype(kind) for kind in clean.dtypes]]:
        clean[column] = clean[column].map(cleaned, na_action="ignore")
    digits_of = "%.6g" if digits is None else f"%.{digits}f"
    formats: dict[str, Any] = {
        str(c): st.column_config.NumberColumn(format=digits_of)
        for c, kind in clean.dtypes.items()
        if pd.api.types.is_float_dtype(kind)
    }
    st.dataframe(
        clean,
        hide_index=True,
        key=f"table_{name}",
        height=height(clean),
        row_height=ROW_HEIGHT,
        column_config={**formats, **(columns or {})},
        placeholder=UNDEFINED,
        alt=title,
    )


def height(frame: pd.DataFrame) -> int:
    """Pixels that a table of this frame takes."""
    return ROW_HEIGHT * (min(len(frame), _MOST_ROWS) + 1) + 3
