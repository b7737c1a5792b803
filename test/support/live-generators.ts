/** Programs that are alive when their sandbox is saved, and say what they draw at random afterwards. */
import type { Sandbox } from 'e2b'

/** One value of each generator, by its name. */
export type Drawn = Readonly<Record<string, string>>

const nodeServer = `
const crypto = require('node:crypto')
const { Worker } = require('node:worker_threads')
const { random: kept } = Math
const worker = new Worker(
  'const { parentPort } = require("node:worker_threads");' +
  'parentPort.on("message", () => parentPort.postMessage({ math: Math.random(), uuid: require("node:crypto").randomUUID() }))',
  { eval: true })
const ofWorker = () => new Promise((resolve) => { worker.once('message', resolve); worker.postMessage('') })
const publicKey = () => { const key = crypto.createECDH('prime256v1'); key.generateKeys(); return key.getPublicKey('hex') }
require('node:http').createServer(async (_, response) => {
  const { math, uuid } = await ofWorker()
  response.end(JSON.stringify({
    'Node randomUUID': crypto.randomUUID(), 'Node Math.random': Math.random(), 'Node Math.random, kept': kept(),
    'Node randomBytes': crypto.randomBytes(16).toString('hex'), 'Node randomInt': crypto.randomInt(2 ** 47),
    'Node getRandomValues': Buffer.from(globalThis.crypto.getRandomValues(new Uint8Array(16))).toString('hex'),
    'Node key': publicKey(), 'Worker Math.random': math, 'Worker randomUUID': uuid,
  }) + '\\n')
}).listen(7001, '127.0.0.1')
`

const pythonServer = `
import http.server, json, random, secrets, ssl, uuid
from random import random as kept
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write((json.dumps({
            'Python random': random.random(), 'Python random, kept': kept(), 'Python uuid4': str(uuid.uuid4()),
            'Python ssl': ssl.RAND_bytes(16).hex(), 'Python secrets': secrets.token_hex(16),
        }) + '\\n').encode())
    def log_message(self, *_):
        pass
http.server.ThreadingHTTPServer(('127.0.0.1', 7002), Handler).serve_forever()
`

const ask = 'curl -sf http://127.0.0.1:7001 && curl -sf http://127.0.0.1:7002'

export const liveGenerators = {
  /** Step of a template. */
  place: `cat > draw.js <<'END'\n${nodeServer}END\ncat > draw.py <<'END'\n${pythonServer}END\n`,
  start: 'node draw.js & exec python3 draw.py',
  /** Draws as well, so all that is drawn ahead is there when the sandbox is saved. */
  ready: ask,
} as const

export async function draw({ commands }: Pick<Sandbox, 'commands'>): Promise<Drawn> {
  const { stdout } = await commands.run(ask)
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  return Object.fromEntries(answers.flatMap(Object.entries).map(([name, value]) => [name, String(value)]))
}

/** Names of generators that gave one value to two of these. */
export function repeated(draws: readonly Drawn[]): string[] {
  const names = Object.keys(draws[0] ?? {})
  return names.filter((name) => new Set(draws.map((drawn) => drawn[name])).size < draws.length)
}
