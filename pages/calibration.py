"""Calibration: does a metric recognise a genuine retrain, where the right answer is known?"""

from components.widgets.show import show

show("calibration")
