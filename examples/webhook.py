# Receives webhooks and checks their signature: WEBHOOK_SECRET=… python3 examples/webhook.py
import base64
import hashlib
import hmac
import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

secret = os.environ.get("WEBHOOK_SECRET", "").encode()
seen = set()


def is_genuine(body: bytes, signature: str) -> bool:
    digest = hashlib.sha256(secret + body).digest()
    expected = base64.b64encode(digest).decode().rstrip("=")
    return hmac.compare_digest(signature.encode(), expected.encode())


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_genuine(body, self.headers.get("e2b-signature", "")):
            self.send_response(401)
        else:
            event = json.loads(body)
            # A delivery comes at least once: the id says which ones are known.
            if event["id"] not in seen:
                print(event["type"], event.get("sandbox_id", ""), flush=True)
            seen.add(event["id"])
            self.send_response(204)
        self.end_headers()


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver)
print(f"listening on {server.server_port}", flush=True)
server.serve_forever()
