"""The trade-off on screen: the slider that moves weight between the axes, and the picture that follows it."""

from components import pages
from components.answers.tradeoff.lead import explanation, say
from components.answers.tradeoff.plane import compute
from components.board.share import live_of, share_slider
from components.resolved import Resolved
from components.widgets.page import answer, notes, page
from components.widgets.selection import change, control, head, link
from components.widgets.show import items, live


def show() -> None:
    """Draw slider and picture, which run alone when weight moves, then the rest of the page."""
    page(pages.TRADEOFF)
    head(pages.TRADEOFF)
    live(share, pages.TRADEOFF)


def share(view: Resolved) -> None:
    """Draw who leads, the slider, and the picture; on release, weights go into the address."""
    result = view.of(compute)
    if missing := explanation(result):
        answer(missing)
        control(view, "axes")
        return
    slider = live_of(view, result, link(view, pages.LEADERBOARD.path))
    share_slider(slider, key="tradeoff_share", on_commit=lambda weights: change(weights=weights))
    items(pages.TRADEOFF.first[1:], view)
    notes(*say(result, view.labels).notes)
