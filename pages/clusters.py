"""Clusters: Which metrics belong together?"""

from components.widgets.show import show

show("clusters")
