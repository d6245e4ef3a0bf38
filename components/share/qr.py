"""A link as a QR code, drawn as SVG."""

from __future__ import annotations

import io

import segno

from components.markup import text

MOST = 1_200
"""Longest link, in characters, that still makes a code a telephone can read from a screen."""


def qr_svg(link: str, title: str) -> str:
    """An SVG image of the code, dark on white in every theme, with a title; empty when the link is too long."""
    if len(link) > MOST:
        return ""
    out = io.BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(out, kind="svg", scale=4, border=4, dark="#000000", light="#FFFFFF", xmldecl=False, svgns=True)
    picture = out.getvalue().decode()
    return picture.replace("<svg ", f'<svg role="img" aria-label="{text(title)}" ', 1)
