"""What a figure of Matplotlib shows, as data: the charts of the interface. Loaded in a kernel when the first figure is shown.

What kind of chart a pair of axes holds is decided by what was drawn first in it. Numbers that JSON has no words for are null.
"""

import math
import re

import numpy
from matplotlib import dates, ticker
from matplotlib.category import StrCategoryConverter
from matplotlib.collections import PathCollection
from matplotlib.container import BarContainer, ErrorbarContainer
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch, Wedge

# Of more, a chart would be longer than the picture.
POINTS_MAX = 20_000


class TooLarge(Exception):
    pass


def chart_of(figure):
    """None for a figure without axes, and for one of too many points."""
    drawn = [ax for ax in figure.axes if ax.get_visible() and ax.get_label() != "<colorbar>"]
    try:
        charts = [chart_of_axes(ax) for ax in drawn]
    except TooLarge:
        return None
    if len(charts) < 2:
        return charts[0] if charts else None
    title = figure._suptitle.get_text() if figure._suptitle is not None else ""
    return {"type": "superchart", "title": title or None, "elements": charts}


def chart_of_axes(ax):
    bars = bars_of(ax)
    for child in ax.get_children():
        if isinstance(child, Wedge):
            return {"type": "pie", "title": ax.get_title() or None, "elements": pie_elements(ax)}
        if isinstance(child, PathCollection):
            return point_chart(ax, "scatter", scatter_elements(ax))
        if any(child in container.patches for container in bars):
            chart = plane_chart(ax, "bar", bar_elements(ax, bars))
            return lying(chart) if is_horizontal(bars[0]) else chart
        if isinstance(child, (Line2D, PathPatch)):
            boxes = box_elements(ax)
            if boxes:
                return plane_chart(ax, "box_and_whisker", boxes)
        if isinstance(child, Line2D):
            return point_chart(ax, "line", line_elements(ax))
    return plane_chart(ax, "unknown", [])


def plane_chart(ax, kind, elements):
    x_label, y_label = ax.get_xlabel(), ax.get_ylabel()
    return {
        "type": kind,
        "title": ax.get_title() or None,
        "x_label": x_label or None,
        "y_label": y_label or None,
        "x_unit": unit_in(x_label),
        "y_unit": unit_in(y_label),
        "elements": elements,
    }


def lying(chart):
    """The labels of bars that lie: the axis of the names comes first, as it does when they stand."""
    turned = {name: chart[("y" if name[0] == "x" else "x") + name[1:]] for name in ("x_label", "y_label", "x_unit", "y_unit")}
    return {**chart, **turned}


def unit_in(label):
    """What stands in brackets at the end of a label."""
    found = re.search(r"[(\[]([^()\[\]]+)[)\]]\s*$", label)
    return found.group(1).strip() if found else None


def point_chart(ax, kind, elements):
    chart = plane_chart(ax, kind, elements)
    for name, axis in (("x", ax.xaxis), ("y", ax.yaxis)):
        ticks = ticks_of(axis)
        chart[f"{name}_ticks"] = [tick_value(axis, tick) for tick in ticks]
        chart[f"{name}_tick_labels"] = tick_labels(axis, ticks)
        chart[f"{name}_scale"] = scale_of(axis)
    return chart


def ticks_of(axis):
    low, high = sorted(axis.get_view_interval())
    return [float(tick) for tick in axis.get_majorticklocs() if low <= tick <= high]


def tick_value(axis, tick):
    return dates.num2date(tick).replace(tzinfo=None).isoformat() if has_dates(axis) else plain(tick)


def scale_of(axis):
    if isinstance(axis.converter, StrCategoryConverter):
        return "categorical"
    if has_dates(axis) or "Period" in type(axis.converter).__name__:
        return "datetime"
    return axis.get_scale()


def has_dates(axis):
    # pandas has converters of its own, which count days as those of Matplotlib do.
    return "Date" in type(axis.converter).__name__


def line_elements(ax):
    barred = [one for one in ax.containers if isinstance(one, ErrorbarContainer)]
    # The line has no name there: what holds it and its bars has it.
    owners = {one.lines[0]: one for one in barred}
    caps = {cap for one in barred for cap in one.lines[1]}
    lines = [line for line in ax.get_lines() if line not in caps]
    return [
        {
            "label": label_of(owners.get(line, line), "Line", index),
            "points": pairs(line.get_xdata(), line.get_ydata()),
        }
        for index, line in enumerate(lines)
    ]


def scatter_elements(ax):
    collections = [one for one in ax.collections if isinstance(one, PathCollection)]
    elements = []
    for index, collection in enumerate(collections):
        offsets = numpy.ma.asarray(collection.get_offsets())
        xs, ys = (values_on(axis, offsets[:, at]) for at, axis in enumerate((ax.xaxis, ax.yaxis)))
        elements.append({"label": label_of(collection, "Scatter", index), "points": pairs(xs, ys)})
    return elements


def values_on(axis, numbers):
    """Places on an axis as what was put there."""
    if isinstance(axis.converter, StrCategoryConverter) and axis.units is not None:
        names = {place: name for name, place in axis.units._mapping.items()}
        return [names.get(round(number), "") for number in numbers]
    if has_dates(axis):
        return [tick_value(axis, number) for number in numbers]
    return list(numbers)


def bars_of(ax):
    return [one for one in ax.containers if isinstance(one, BarContainer) and one.patches]


def is_horizontal(container):
    return container.orientation == "horizontal"


def bar_elements(ax, bars):
    elements = []
    for index, container in enumerate(bars):
        group = label_of(container, "Group", index)
        for patch in container.patches:
            if is_horizontal(container):
                axis, place, value = ax.yaxis, patch.get_y() + patch.get_height() / 2, patch.get_width()
            else:
                axis, place, value = ax.xaxis, patch.get_x() + patch.get_width() / 2, patch.get_height()
            elements.append({"label": place_label(axis, place), "group": group, "value": plain(value)})
    bounded(len(elements))
    return elements


def pie_elements(ax):
    wedges = [patch for patch in ax.patches if isinstance(patch, Wedge)]
    return [
        {
            "label": label_of(wedge, "Wedge", index),
            # Matplotlib computes these with half of the usual digits.
            "angle": round(float(abs(wedge.theta2 - wedge.theta1)), 4),
            "radius": plain(wedge.r),
        }
        for index, wedge in enumerate(wedges)
    ]


def box_elements(ax):
    """Boxes have no name of their own in the tree of what was drawn: they are known by how their parts lie."""
    lines = [numpy.asarray(line.get_xydata(), dtype=float) for line in ax.get_lines()]
    outlines = [line for line in lines if len(line) >= 5 and numpy.allclose(line[0], line[-1])]
    outlines += [patch.get_path().vertices for patch in ax.patches if isinstance(patch, PathPatch)]
    markers = [
        numpy.asarray(line.get_xydata(), dtype=float)
        for line in ax.get_lines()
        if line.get_linestyle() == "None" and line.get_marker() != "None"
    ]
    for across, along, axis in ((0, 1, ax.xaxis), (1, 0, ax.yaxis)):
        found = [box_in(outline[:, [across, along]], turned(lines, across, along)) for outline in outlines]
        if found and all(found):
            return [with_outliers(box, turned(markers, across, along), axis) for box in found]
    return []


def turned(lines, across, along):
    return [line[:, [across, along]] for line in lines if len(line) > 0]


def box_in(outline, lines):
    """The box with this outline, when whiskers and a median lie where those of a box do."""
    left, right = outline[:, 0].min(), outline[:, 0].max()
    place = (left + right) / 2
    short = [line for line in lines if len(line) == 2]
    whiskers = sorted(sorted(line[:, 1]) for line in short if numpy.allclose(line[:, 0], place))
    if len(whiskers) != 2:
        return None
    (low, first), (third, high) = whiskers
    if not all(numpy.isclose(outline[:, 1], quartile).any() for quartile in (first, third)):
        return None
    # Caps of whiskers of no length lie on the edges of the box, and the median between them.
    level = [line[0, 1] for line in short if line[0, 1] == line[1, 1] and left <= line[:, 0].min() < line[:, 0].max() <= right]
    medians = [value for value in level if first < value < third] or [value for value in level if first <= value <= third]
    if not medians:
        return None
    return {"place": place, "min": low, "first": first, "median": medians[0], "third": third, "max": high}


def with_outliers(box, markers, axis):
    here = [line[:, 1] for line in markers if numpy.allclose(line[:, 0], box["place"])]
    # Outliers are drawn last: before them comes the mean, if anything.
    outliers = [value for value in (here[-1] if here else []) if not box["min"] <= value <= box["max"]]
    return {
        "label": place_label(axis, box["place"]),
        "min": plain(box["min"]),
        "first_quartile": plain(box["first"]),
        "median": plain(box["median"]),
        "third_quartile": plain(box["third"]),
        "max": plain(box["max"]),
        "outliers": [plain(value) for value in outliers],
    }


def place_label(axis, place):
    """What stands on the axis at a place: the nearest tick where ticks are names, else the number or the date."""
    is_named = isinstance(axis.converter, StrCategoryConverter) or isinstance(axis.get_major_locator(), ticker.FixedLocator)
    ticks = axis.get_majorticklocs()
    if not is_named or len(ticks) == 0:
        return str(tick_value(axis, place)) if has_dates(axis) else f"{place:g}"
    nearest = min(range(len(ticks)), key=lambda index: abs(ticks[index] - place))
    return tick_labels(axis, ticks)[nearest]


def tick_labels(axis, ticks):
    return [str(label) for label in axis.get_major_formatter().format_ticks(ticks)]


def label_of(artist, kind, index):
    """Matplotlib gives a name with an underscore to what has none."""
    label = str(artist.get_label() or "")
    return f"{kind} {index}" if label == "" or label.startswith("_") else label


def pairs(xs, ys):
    xs, ys = list(xs), list(ys)
    bounded(len(xs))
    return [[plain(x), plain(y)] for x, y in zip(xs, ys)]


def bounded(count):
    if count > POINTS_MAX:
        raise TooLarge


def plain(value):
    if isinstance(value, str):
        return value
    if isinstance(value, numpy.datetime64):
        value = value.astype("datetime64[us]").item()
    if value is None or value is numpy.ma.masked:
        return None
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if isinstance(value, numpy.floating) and value.dtype.itemsize < 8:
        # As it is written with the digits that it has.
        value = str(value)
    try:
        number = float(value)
    except (TypeError, ValueError):
        return str(value)
    return rounded(number) if math.isfinite(number) else None


def rounded(number):
    """Without the noise in the last digits that computing leaves: 0.3, not 0.30000000000000004."""
    return float(f"{number:.15g}")
