"""The panels of a suite as a table."""

from __future__ import annotations

import pandas as pd

from components.views.about.result import AboutResult
from components.views.about.words import missing_text


def panels_table(result: AboutResult) -> pd.DataFrame:
    """One row per panel: how much data it is, and what is missing."""
    return pd.DataFrame(
        [
            {
                "panel": p.info.label,
                "base model": p.info.base_model,
                "setting": p.info.setting,
                "runs": p.runs,
                "cells": p.cells,
                "methods": p.methods,
                "benchmarks": p.benchmarks,
                "seeds": p.seeds,
                "missing values": missing_text(p, result),
                "description": p.info.description,
            }
            for p in result.panels
        ]
    )
