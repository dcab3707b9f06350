"""The hex map: labels and layouts (`grid`), distance, arcs and sight (`geometry`), the cheapest way (`paths`).

Everything but `grid` thinks in axial coordinates. Columns and rows are what is printed on paper, and stay in `grid`.
Source of the mathematics: https://www.redblobgames.com/grids/hexagons/
"""
