"""An MCP server for tests, of the standard library alone: one tool, which says the name and the text that it is given."""
import json
import os
import sys

name = sys.argv[1]
version = "2025-06-18"


def respond(message):
    method, params = message["method"], message.get("params", {})
    if method == "initialize":
        return {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": {"name": name, "version": "1"}}
    if method == "tools/list":
        schema = {"type": "object", "properties": {"text": {"type": "string"}}}
        return {"tools": [{"name": name, "description": "says it", "inputSchema": schema}]}
    if method == "tools/call":
        said = f"{name} as {os.environ['USER']}: {params['arguments']['text']}"
        return {"content": [{"type": "text", "text": said}]}
    return {}


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": respond(message)}), flush=True)
