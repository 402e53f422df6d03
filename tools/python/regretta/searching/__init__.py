"""regretta.search: finds the settings with which a learner does worst, or best.

Reading order: `space`, `aims`, `proposers`, `race`, `found`."""
