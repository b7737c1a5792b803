"""How a kernel shows what cells end in, beside what IPython does by itself. Loaded in every kernel, so it imports nothing large."""

import functools
import importlib.abc
import importlib.util
import math
import os
import sys

from IPython import get_ipython
from IPython.core.formatters import BaseFormatter
from IPython.display import display
from traitlets import ObjectName, Unicode

# Lists and tables of more values are shown as text alone.
JSON_VALUES_MAX = 200_000


def install():
    display_formatter = get_ipython().display_formatter
    tables = DataFormatter(parent=display_formatter)
    tables.for_type_by_name("pandas.core.frame", "DataFrame", as_columns)
    display_formatter.formatters.update({"cay/data": tables, "cay/chart": ChartFormatter(parent=display_formatter)})
    for kind in (dict, list):
        display_formatter.formatters["application/json"].for_type(kind, as_json)
    sys.meta_path.insert(0, ImageFinder())


class DataFormatter(BaseFormatter):
    """Tables of pandas as columns of plain values."""

    format_type = Unicode("cay/data")
    print_method = ObjectName("_repr_cay_data_")
    _return_type = dict


def as_columns(frame):
    return {str(name): [as_cell(value) for value in frame.iloc[:, at].tolist()] for at, name in enumerate(frame.columns)}


def as_cell(value):
    try:
        return as_plain(value, [JSON_VALUES_MAX])
    except NotPlain:
        return str(value)


class NotPlain(Exception):
    pass


def as_json(value):
    """None for what holds anything that JSON has no words for."""
    try:
        return as_plain(value, [JSON_VALUES_MAX])
    except (NotPlain, RecursionError):
        return None


def as_plain(value, room):
    """`room` holds how many values more there may be."""
    room[0] -= 1
    if room[0] < 0:
        raise NotPlain
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): as_plain(one, room) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_plain(one, room) for one in value]
    if type(value).__name__ in ("NaTType", "NAType"):
        return None
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if type(value).__module__ == "numpy" and hasattr(value, "tolist"):
        return as_plain(value.tolist(), room)
    raise NotPlain


class ChartFormatter(BaseFormatter):
    """Figures of Matplotlib as the data that they show."""

    format_type = Unicode("cay/chart")

    def __call__(self, thing):
        # Not registered for its type: what draws the pictures takes figures from every formatter when it is loaded.
        kinds = {(kind.__module__, kind.__name__) for kind in type(thing).__mro__}
        return as_chart(thing) if ("matplotlib.figure", "Figure") in kinds else None


def as_chart(figure):
    try:
        return charts().chart_of(figure)
    except Exception:
        # The picture is there all the same.
        return None


@functools.cache
def charts():
    """Only when the first figure is shown: Matplotlib is large."""
    spec = importlib.util.spec_from_file_location("_cay_charts", "/usr/lib/cay-code/charts.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class ImageFinder(importlib.abc.MetaPathFinder):
    """Waits for whoever imports PIL.Image first, and is gone then."""

    def find_spec(self, name, path, target=None):
        if name != "PIL.Image":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None:
            load = spec.loader.exec_module

            def load_and_extend(module):
                load(module)
                show_saved(module.Image)

            spec.loader.exec_module = load_and_extend
        return spec


# Others are converted before they are shown.
SHOWN_MODES = {"1", "I", "I;16", "L", "LA", "P", "RGB", "RGBA"}


def show_saved(image_class):
    """An image that a cell saves to a file is a result of the cell."""
    save_only = image_class.save

    @functools.wraps(save_only)
    def save(self, fp, *arguments, **options):
        save_only(self, fp, *arguments, **options)
        # Matplotlib saves its figures through here, and shows them by itself.
        is_of_cell = not sys._getframe(1).f_globals.get("__name__", "").startswith("matplotlib")
        if is_of_cell and isinstance(fp, (str, os.PathLike)):
            display(self if self.mode in SHOWN_MODES else self.convert("RGB"))

    image_class.save = save
