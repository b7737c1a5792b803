"""A page on port 8000 that says what happens to it: each event is a line of ~/events, in the order in which the page saw them."""

import http.server
import os

page = """<!doctype html><meta charset="utf-8"><title>A page that listens</title>
<style>body { margin: 0; background: #00a050 } textarea { display: block; width: 100%; height: 40vh; font-size: 24px }</style>
<textarea autofocus></textarea>
<script>
  let told = Promise.resolve()
  const tell = (text) => { told = told.then(() => fetch('/events', { method: 'POST', body: text })) }
  for (const kind of ['mousedown', 'mouseup', 'dblclick', 'contextmenu'])
    addEventListener(kind, (event) => {
      if (kind === 'contextmenu') event.preventDefault()
      tell(`${kind} ${event.button} ${event.screenX},${event.screenY}`)
    })
  addEventListener('wheel', ({ deltaY }) => tell(`wheel ${deltaY > 0 ? 'down' : 'up'}`))
  addEventListener('keydown', ({ key, ctrlKey, altKey, shiftKey }) =>
    tell(['key', ctrlKey && 'ctrl', altKey && 'alt', shiftKey && 'shift', key].filter(Boolean).join(' ')))
  const area = document.querySelector('textarea')
  area.addEventListener('input', () => tell(`text ${area.value}`))
  tell('loaded')
</script>
"""
events = open(os.path.expanduser("~/events"), "a", encoding="utf-8", buffering=1)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = page.encode()
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        text = self.rfile.read(int(self.headers["content-length"])).decode()
        print(text, file=events)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", 8000), Handler).serve_forever()
