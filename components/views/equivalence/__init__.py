"""Distributional equivalence: does an unlearned model answer as one that never saw the forgotten data?"""
