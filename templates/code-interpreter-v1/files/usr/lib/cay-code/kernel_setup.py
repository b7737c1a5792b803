# Runs in every kernel before its first cell. Leaves no name behind.
def _cay_setup():
    from importlib.util import module_from_spec, spec_from_file_location

    from IPython import get_ipython
    from IPython.core.formatters import BaseFormatter
    from traitlets import ObjectName, Unicode

    class DataFormatter(BaseFormatter):
        """Tables of pandas as columns of plain values."""

        format_type = Unicode("cay/data")
        print_method = ObjectName("_repr_cay_data_")
        _return_type = dict

    def columns(frame):
        import json

        return json.loads(frame.to_json(orient="split", date_format="iso", default_handler=str))

    def as_lists(frame):
        split = columns(frame)
        rows = split["data"]
        return {str(name): [row[at] for row in rows] for at, name in enumerate(split["columns"])}

    class ChartFormatter(BaseFormatter):
        """Figures of Matplotlib as the data that they show."""

        format_type = Unicode("cay/chart")

        def __call__(self, thing):
            # Not registered for its type: what draws the pictures takes figures from every formatter when it is loaded.
            kinds = {(kind.__module__, kind.__name__) for kind in type(thing).__mro__}
            return as_chart(thing) if ("matplotlib.figure", "Figure") in kinds else None

    charts = []

    def as_chart(figure):
        try:
            if not charts:
                spec = spec_from_file_location("_cay_charts", "/usr/lib/cay-code/charts.py")
                module = module_from_spec(spec)
                spec.loader.exec_module(module)
                charts.append(module)
            return charts[0].chart_of(figure)
        except Exception:
            # The picture is there all the same.
            return None

    shell = get_ipython()
    tables = DataFormatter(parent=shell.display_formatter)
    tables.for_type_by_name("pandas.core.frame", "DataFrame", as_lists)
    figures = ChartFormatter(parent=shell.display_formatter)
    shell.display_formatter.formatters.update({"cay/data": tables, "cay/chart": figures})


_cay_setup()
del _cay_setup
