"""Overview: what unlearning is, three questions with their answers, every suite, and what changed last."""

from components.views.overview import screen
from components.widgets.page import section

screen.introduction()
doors = screen.doors()
section("Suites")
screen.suites()
section("What changed last")
screen.news()
screen.answers(doors)  # last: everything else stands while they are computed
