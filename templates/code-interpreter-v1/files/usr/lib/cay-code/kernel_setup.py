# Runs in every kernel before its first cell. Leaves no name behind.
def _cay_setup():
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

    shell = get_ipython()
    formatter = DataFormatter(parent=shell.display_formatter)
    formatter.for_type_by_name("pandas.core.frame", "DataFrame", as_lists)
    shell.display_formatter.formatters["cay/data"] = formatter


_cay_setup()
del _cay_setup
