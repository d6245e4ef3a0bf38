"""Facts that several pages use, each computed once and said by one sentence."""
