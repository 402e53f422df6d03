"""regretta.search: the settings that hurt a learner most, or suit it best.

Reading order: `ranges` (what may vary), `space` (points and the studies that they make), `aims` (expressions), `proposers` (where
points come from), `engine` (the library plans and plays), `race` (the search), `found` (what it has found), `attack`.
"""
