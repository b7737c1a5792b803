/**
 * A program for a sandbox that holds things a checkpoint must keep: a number that grows in memory, a file that was deleted
 * while it is open, and a port that it listens on. It tells of them in JSON.
 */
import type { GuestClient } from '@cay/orchestrator/edge/sandbox/guest-client.ts'

export const memoryServerPort = 8000

const program = `import http.server, json, os, threading, time
count = 0
held = open('/root/deleted', 'w+'); held.write('still here'); held.flush(); os.unlink('/root/deleted')
def grow():
    global count
    while True: count += 1; time.sleep(0.01)
threading.Thread(target=grow, daemon=True).start()
class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        held.seek(0)
        told = {'pid': os.getpid(), 'count': count, 'held': held.read(), 'seconds': time.time()}
        body = json.dumps(told).encode()
        self.send_response(200); self.send_header('content-length', str(len(body))); self.end_headers(); self.wfile.write(body)
    def log_message(self, *given): pass
http.server.HTTPServer(('0.0.0.0', ${memoryServerPort}), Server).serve_forever()
`

export interface Memories {
  readonly pid: number
  readonly count: number
  readonly held: string
  readonly seconds: number
}

export async function startMemoryServer(guest: GuestClient): Promise<void> {
  await guest.writeFile('root', '/root/server.py', program)
  await guest.runCommand('root', 'setsid python3 /root/server.py > /dev/null 2>&1 < /dev/null &')
  await guest.runCommand(
    'root',
    `until curl -s -o /dev/null http://127.0.0.1:${memoryServerPort}; do sleep 0.05; done`,
  )
}

/** Milliseconds that only a hang reaches. */
const answerMsMax = 30_000

export async function askMemoryServer({ address }: { readonly address: string }): Promise<Memories> {
  const answer = await fetch(`http://${address}:${memoryServerPort}/`, {
    signal: AbortSignal.timeout(answerMsMax),
  })
  return (await answer.json()) as Memories
}
