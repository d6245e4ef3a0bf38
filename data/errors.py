"""Errors with a message that may be shown to a reader as it is."""


class LeaderboardError(ValueError):
    """Something a reader or a contributor can fix; the message says what was found and what was
    expected."""


class UnknownName(LeaderboardError):
    """A suite, panel, benchmark, method, metric or choice that does not exist."""


class NotEnoughData(LeaderboardError):
    """The selection is too small for a statistic; the message says how much is there and how much
    is needed."""


class Unavailable(LeaderboardError):
    """What cannot be answered now and may be in a few seconds: nothing of the question is wrong."""
