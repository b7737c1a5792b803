/** What events cost: 1,000 a second into the ledger, with three webhooks and without, and a create beside them. */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ControlMeasurement } from '../control/measure-control.ts'
import type { Measured } from '../measured.ts'
import { median } from '../statistics.ts'
import type { Turn } from './events-worker.ts'

const receiverCount = 3
const seconds = 3
const createsPerTurn = 20
const shareMax = 0.5
const worker = new URL('./events-worker.ts', import.meta.url).pathname

export async function measureEvents({ turns, signal, tell }: ControlMeasurement): Promise<Measured> {
  const directory = await mkdtemp(join(tmpdir(), 'cay-bench-'))
  const servers = await Promise.all(Array.from({ length: receiverCount }, startReceiver))
  const child = fork(worker)
  try {
    tell('      events: 1,000 a second into the ledger, in turns with and without three webhooks')
    const receivers = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const order = { directory, receivers, seconds, creates: createsPerTurn, turns: Math.min(turns, 5) }
    const done = await runTurns(child, order, signal)
    const ofTurns = (hasWebhooks: boolean) => done.filter((turn) => turn.hasWebhooks === hasWebhooks)
    const share = (hasWebhooks: boolean) => median(ofTurns(hasWebhooks).map((turn) => turn.share))
    const bareShare = median(ofTurns(true).map((turn) => turn.bareShare))
    const createMs = (hasWebhooks: boolean) => ofTurns(hasWebhooks).flatMap((turn) => turn.createMs)
    return {
      figures: [
        {
          name: 'create beside them, three webhooks (against none)',
          samples: createMs(true),
          floor: createMs(false),
        },
      ],
      readings: [
        { name: '1,000 events/s into the ledger', value: share(false), unit: 'of a core' },
        {
          name: '1,000 events/s into the ledger, three webhooks',
          ...{ value: share(true), unit: 'of a core', valueMax: shareMax },
        },
        {
          name: `${receiverCount},000 bare requests/s to the same receivers`,
          ...{ value: bareShare, unit: 'of a core' },
        },
      ],
      notes: [],
    }
  } finally {
    child.kill('SIGKILL')
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
    await rm(directory, { recursive: true, force: true })
  }
}

async function startReceiver(): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function runTurns(child: ChildProcess, order: object, signal: AbortSignal): Promise<Turn[]> {
  const turns: Turn[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Turn[]>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  child.once('error', reject)
  child.once('exit', (code) => reject(new Error(`the measured program exited with ${code}`)))
  child.on('message', (message) => {
    if (message === 'ready') child.send(order)
    else if (message === 'done') resolve(turns)
    else turns.push(message as Turn)
  })
  return promise
}

export const insideEventFigures = `1,000 events/s: a state of one of 200 sandboxes changes; each change is an event of the audit log and a lifecycle event. Processor
      time of control with a simulated node, in a process of its own, until all is in the ledger and every delivery was answered.
      Creates beside them: at the same rate of events, in a time of their own, in turns with and without webhooks.
      Bare requests: Node's client with a keep-alive agent, in the same process, which signs, checks and records nothing.`
