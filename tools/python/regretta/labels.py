"""Texts beside points, where they touch neither a line, a marker, another text nor the edge of the axes. One without room is left out."""

from __future__ import annotations

from typing import Any, Sequence

import numpy

AWAY = (5, 0), (-5, 0), (0, 5), (0, -5), (4, 4), (4, -4), (-4, 4), (-4, -4), (6, 6), (6, -6), (-6, 6), (-6, -6), (0, 8), (0, -8)
"""From the point to the middle of the nearest edge or corner of the text, in points; the nearest first."""
SIDE = {1: "left", 0: "center", -1: "right"}
EDGE = {1: "bottom", 0: "center", -1: "top"}


def placed_labels(place: Any, texts: Sequence[tuple[float, float, str, Any]]) -> None:
    """Adds the texts to axes whose place in the figure is final. texts: x, y, text and colour."""
    from matplotlib.transforms import Bbox

    figure, frame = place.figure, place.get_window_extent()
    pieces, taken = obstacles(place), [text.get_window_extent() for text in place.texts if text.get_text()]
    for x, y, text, colour in texts:
        for right, up in AWAY:
            label = place.annotate(text, (x, y), xytext=(right, up), textcoords="offset points", fontsize="x-small", color=colour,
                                   ha=SIDE[numpy.sign(right)], va=EDGE[numpy.sign(up)])
            box = Bbox.from_extents(*(label.get_window_extent().extents + numpy.array([-1, -1, 1, 1]) * figure.dpi / 72))
            is_inside = frame.x0 <= box.x0 and box.x1 <= frame.x1 and frame.y0 <= box.y0 and box.y1 <= frame.y1
            if is_inside and not any(box.overlaps(other) for other in taken) and not crosses(pieces, box):
                taken.append(box)
                break
            label.remove()


def obstacles(place: Any) -> Any:
    """The pieces of all lines, with their markers and error bars as crosses: x and y of both ends, in pixels."""
    half = 2.2 * place.figure.dpi / 72
    parts = [numpy.empty((0, 4))]
    paths = [line.get_transform().transform(line.get_xydata()) for line in place.get_lines() if len(line.get_xdata()) > 0]
    paths += [place.transData.transform(piece) for bars in place.containers for stems in bars.lines[2] for piece in stems.get_segments()]
    for path in paths:
        parts.append(numpy.hstack([path[:-1], path[1:]]))
        parts += [numpy.hstack([path - step, path + step]) for step in ([half, 0], [0, half])]
    pieces = numpy.vstack(parts)
    return pieces[numpy.isfinite(pieces).all(axis=1)]


def crosses(pieces: Any, box: Any) -> bool:
    """Whether a piece has a part inside the box: the interval of each that lies between both pairs of edges is not empty."""
    start, step = pieces[:, :2], pieces[:, 2:] - pieces[:, :2]
    step = numpy.where(step == 0, 1e-12, step)
    to_low, to_high = (box.min - start) / step, (box.max - start) / step
    enters, leaves = numpy.minimum(to_low, to_high).max(axis=1), numpy.maximum(to_low, to_high).min(axis=1)
    return bool((numpy.maximum(enters, 0) <= numpy.minimum(leaves, 1)).any())
