"""regretta.search: searches the settings that hurt a learner most, or suit it best.

Reading order: `space`, `aims`, `proposers`, `race`, `found`."""
