"""The stability page on the screen: long work with its progress, and the subjects that open one at a time."""
