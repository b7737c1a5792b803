"""What a kernel says, in the words of the interface."""

import time

KEYS = {
    "text/plain": "text",
    "text/html": "html",
    "text/markdown": "markdown",
    "text/latex": "latex",
    "image/svg+xml": "svg",
    "image/png": "png",
    "image/jpeg": "jpeg",
    "application/pdf": "pdf",
    "application/json": "json",
    "application/javascript": "javascript",
    "cay/data": "data",
    "cay/chart": "chart",
}


def to_events(message):
    """Events for one message of a kernel; none for those that nobody asked for."""
    kind, content = message["msg_type"], message["content"]
    if kind == "stream":
        return [{"type": content["name"], "text": content["text"]}]
    if kind in ("execute_result", "display_data"):
        return [to_result(content["data"], kind == "execute_result")]
    if kind == "error":
        traceback = "\n".join(content["traceback"])
        return [{"type": "error", "name": content["ename"], "value": content["evalue"], "traceback": traceback}]
    if kind == "execute_input":
        return [{"type": "number_of_executions", "execution_count": content["execution_count"]}]
    return []


def dated(event):
    """What a cell printed has the time, in nanoseconds since 1970: the client for Python cannot do without."""
    return {**event, "timestamp": time.time_ns()} if event["type"] in ("stdout", "stderr") else event


def to_result(data, is_main_result):
    result = {"type": "result", "is_main_result": is_main_result}
    for mime, value in data.items():
        if mime.startswith("image/") and isinstance(value, str):
            value = value.strip()
        if mime == "text/plain":
            value = without_quotes(value)
        result[KEYS.get(mime, mime)] = value
    return result


def without_quotes(text):
    """A string is shown as what it holds, not as it is written in a program."""
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "'\""
    return text[1:-1] if is_quoted else text
