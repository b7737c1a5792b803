/**
 * The file side of envd against floors in the same sandbox: bare HTTP by the same Node, and `ls -la`. The client is on the
 * host and speaks to the sandbox's address; product and floor take turns.
 */
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@cay/contract/limits.ts'
import { daemonEngineFlags } from '@cay/orchestrator/dialect/container/container-spec.ts'
import type { StandaloneSandbox } from '../support/standalone-sandbox.ts'
import type { Figure } from './report.ts'

export interface FilesRound {
  readonly guest: StandaloneSandbox
  /** Of large transfers and listings; small calls are made more often. */
  readonly turns: number
  readonly signal: AbortSignal
}

const floorPort = 9000
const smallBytes = 1024
const smallTurnsPerTurn = 10
const largeBytes = 256 * 1024 * 1024
const entryCount = 10_000
const warmTurns = 2
const callMsMax = 60_000
const floorStartMsMax = 10_000

/** Targets, as ratios of the medians. */
const smallRatioMax = 3
/** 0.6 of the throughput. */
const largeRatioMax = 1 / 0.6
const listRatioMax = 2

export async function measureFiles(round: FilesRound): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true })
  const caller = { agent, ...round }
  try {
    await startFloor(caller)
    return [...(await smallFiles(caller)), ...(await largeFiles(caller)), ...(await listing(caller))]
  } finally {
    agent.destroy()
  }
}

interface Caller extends FilesRound {
  readonly agent: Agent
}

async function startFloor(caller: Caller): Promise<void> {
  const { client } = caller.guest
  await client.writeFile(
    'root',
    '/root/floor.mjs',
    await readFile(new URL('floor-server.mjs', import.meta.url), 'utf8'),
  )
  const node = `/.cay/ld.so --library-path /.cay/lib /.cay/node ${daemonEngineFlags.join(' ')}`
  await client.runCommand('root', `setsid ${node} /root/floor.mjs ${floorPort} >/dev/null 2>&1 </dev/null &`)
  const deadline = Date.now() + floorStartMsMax
  for (;;) {
    try {
      return await call(caller, { port: floorPort, method: 'POST', path: '/echo' })
    } catch (error) {
      // It does not listen yet.
      if (Date.now() > deadline) throw error
      await sleep(20)
    }
  }
}

async function smallFiles(caller: Caller): Promise<Figure[]> {
  const body = () => Buffer.alloc(smallBytes, 5)
  const path = fileQuery('/home/user/small')
  const samples = await inTurns(
    { ...caller, turns: caller.turns * smallTurnsPerTurn },
    {
      echo: () => call(caller, { port: floorPort, method: 'POST', path: '/echo', body: body() }),
      write: () => call(caller, { method: 'POST', path, body: body() }),
      read: () => call(caller, { method: 'GET', path }),
    },
  )
  const { echo: floor, write, read } = samples
  return [
    { name: 'floor: echo of 1 KiB by bare HTTP', samples: floor },
    { name: 'write a file of 1 KiB', samples: write, floor, ratioMax: smallRatioMax },
    { name: 'read a file of 1 KiB', samples: read, floor, ratioMax: smallRatioMax },
  ]
}

async function largeFiles(caller: Caller): Promise<Figure[]> {
  const path = fileQuery('/home/user/large')
  const source = `/source?bytes=${largeBytes}`
  const { sink, upload, made, download } = await inTurns(caller, {
    sink: () => call(caller, { port: floorPort, method: 'POST', path: '/sink', body: largeBody() }),
    upload: () => call(caller, { method: 'POST', path, body: largeBody() }),
    made: () => call(caller, { port: floorPort, method: 'GET', path: source }),
    download: () => call(caller, { method: 'GET', path }),
  })
  return [
    { name: 'floor: 256 MiB into a bare HTTP sink', samples: sink },
    { name: 'upload a file of 256 MiB', samples: upload, floor: sink, ratioMax: largeRatioMax },
    { name: 'floor: 256 MiB from a bare HTTP source', samples: made },
    { name: 'download a file of 256 MiB', samples: download, floor: made, ratioMax: largeRatioMax },
  ]
}

async function listing(caller: Caller): Promise<Figure[]> {
  const { client } = caller.guest
  const directory = '/home/user/many'
  await client.runCommand('user', `mkdir ${directory} && cd ${directory} && seq ${entryCount} | xargs touch`)
  const samples: Record<'ls' | 'list', number[]> = { ls: [], list: [] }
  for (let turn = -warmTurns; turn < caller.turns; turn++) {
    caller.signal.throwIfAborted()
    const lsMs = await timeOfLs(caller, directory)
    const listMs = await timed(() => listDirectory(caller, directory))
    if (turn < 0) continue
    samples.ls.push(lsMs)
    samples.list.push(listMs)
  }
  return [
    { name: `floor: ls -la of ${entryCount} entries`, samples: samples.ls },
    {
      name: `ListDir of ${entryCount} entries`,
      samples: samples.list,
      floor: samples.ls,
      ratioMax: listRatioMax,
    },
  ]
}

/** Started and awaited from a small process in the sandbox, by its clock. */
async function timeOfLs({ guest }: Caller, directory: string): Promise<number> {
  const program = [
    'import subprocess, time',
    'begin = time.perf_counter()',
    `subprocess.run(["ls", "-la", "${directory}"], stdout=subprocess.DEVNULL)`,
    'print((time.perf_counter() - begin) * 1000)',
  ].join('; ')
  return Number((await guest.client.runCommand('user', `python3 -c '${program}'`)).stdout)
}

function listDirectory(caller: Caller, directory: string): Promise<void> {
  const body = Buffer.from(JSON.stringify({ path: directory }))
  const path = '/filesystem.Filesystem/ListDir'
  return call(caller, { method: 'POST', path, body, type: 'application/json' })
}

/** Every task once a turn, one after another; the first turns are not kept. */
async function inTurns<Name extends string>(
  { turns, signal }: Caller,
  tasks: Readonly<Record<Name, () => Promise<void>>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(tasks) as Name[]
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
  for (let turn = -warmTurns; turn < turns; turn++) {
    for (const name of names) {
      signal.throwIfAborted()
      const ms = await timed(tasks[name])
      if (turn >= 0) samples[name].push(ms)
    }
  }
  return samples
}

async function timed(task: () => Promise<void>): Promise<number> {
  const startedMs = performance.now()
  await task()
  return performance.now() - startedMs
}

function fileQuery(path: string): string {
  return `/files?${new URLSearchParams({ path, username: 'user' })}`
}

function largeBody(): Readable {
  const piece = Buffer.alloc(64 * 1024, 3)
  let left = largeBytes
  return new Readable({
    highWaterMark: piece.length,
    read() {
      this.push(left > 0 ? piece : null)
      left -= piece.length
    },
  })
}

interface Call {
  /** envd's, unless said otherwise. */
  readonly port?: number
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: Buffer | Readable
  readonly type?: string
}

/** Resolves with the last byte of a 200. */
function call({ guest, agent }: Caller, { port, method, path, body, type }: Call): Promise<void> {
  const headers = {
    'accept-encoding': 'identity',
    ...(body === undefined ? {} : { 'content-type': type ?? 'application/octet-stream' }),
    ...(body instanceof Buffer ? { 'content-length': body.length } : {}),
  }
  const signal = AbortSignal.timeout(callMsMax)
  return new Promise((resolve, reject) => {
    const options = {
      host: guest.address,
      port: port ?? limits.daemonPort,
      method,
      path,
      headers,
      agent,
      signal,
    }
    const outgoing = request(options, (response) => {
      response.on('error', reject).resume()
      response.on('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${method} ${path}: ${response.statusCode}`))
      })
    })
    outgoing.on('error', reject)
    if (body instanceof Readable) pipeline(body, outgoing).catch(reject)
    else outgoing.end(body)
  })
}
