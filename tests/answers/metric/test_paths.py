"""Earlier checkpoints of MUSE: read off its stored files, drawn and never ranked."""

from components.answers.metric.paths import PATHS, compute, draw

from components.answers.record import Absent, Look
from components.served import computed
from tests.released import built_in

MUSE = built_in("muse_original")
SERVED = computed([MUSE]).choosing(id="forget_knowmem_rouge")


def test_a_path_is_drawn_from_two_values_on_and_ends_in_the_ranked_checkpoint_where_it_has_a_value() -> None:
    found = compute(SERVED)
    assert len(found.points) == 63
    assert {place: len(paths) for place, paths in found.drawn.items()} == {
        ("MUSE News", "training steps"): 4,
        ("MUSE News", "strength α"): 1,
        ("MUSE Books", "training steps"): 2,
        ("MUSE Books", "strength α"): 1,
    }
    lines = draw(found, Look(SERVED.labels, "light", SERVED.selection)).data
    assert list(lines[0].x) == [102, 204, 306, 408, 510, 612, 714]
    assert list(lines[0].y) == [63.2972, 56.3115, 48.7219, 41.4605, 39.4596, 35.0070, 31.0409]
    ends = {(p.panel, p.method): (p.at, p.value) for p in found.points if p.ranked}
    assert ends["news", "ga"] == (102, 0.0)
    assert ends["books", "whp"] == (256, None), "not stored"


def test_what_turns_back_is_said_of_metrics_with_paths() -> None:
    # by hand: GA KLR on News 48.0 at 918 steps and 50.2 at the end, NPO GDR 42.3 and 54.6; all others end at their best
    assert PATHS.said(SERVED).lines == [
        "2 of 8 paths end worse than they had been.",
        "Most so NPO GDR on MUSE News: 42.3 at 306 training steps, 54.6 at the end.",
    ]
    other = SERVED.choosing(id="privleak")
    assert compute(other) == Absent("")
    assert PATHS.content(other) == {}
