"""The data frame of `rank`, with its recommendation."""

import html
from typing import Any, Callable

import pandas


class Ranked(pandas.DataFrame):
    """The rows of `rank`, printed with the recommendation below them. Parts and copies are ordinary data frames, which have the
    recommendation in `attrs["recommendation"]`."""

    @property
    def _constructor(self) -> Callable[..., pandas.DataFrame]:
        return pandas.DataFrame

    @property
    def recommendation(self) -> str:
        """Which learners to choose over all settings, a sentence per line; "" for a part of the study (`where`)."""
        return str(self.attrs["recommendation"])

    def __repr__(self) -> str:
        return f"{super().__repr__()}\n\n{self.recommendation}".rstrip()

    def _repr_html_(self) -> Any:
        lines = (f"<p>{html.escape(line)}</p>" for line in self.recommendation.splitlines())
        return f"{super()._repr_html_()}{''.join(lines)}"  # type: ignore[operator]
