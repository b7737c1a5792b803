/**
 * The process side of envd against a floor in the same sandbox: a command started and awaited from a small process there.
 * The client is on the host and speaks to the sandbox's address; product and floor take turns.
 */
import { Agent, request } from 'node:http'
import { limits } from '@cay/contract/limits.ts'
import type { LoneGuest } from '../support/lone-guest.ts'
import type { Figure } from './report.ts'

export interface ProcessesRound {
  readonly guest: LoneGuest
  /** Of great outputs; starts are made more often. */
  readonly turns: number
  readonly signal: AbortSignal
}

const startsPerTurn = 5
const outputBytes = 200_000_000
const warmTurns = 2
const callMsMax = 120_000

/** Target, as a ratio of the medians. */
const startRatioMax = 1.5

export async function measureProcesses(round: ProcessesRound): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true })
  try {
    return [...(await starts(round, agent)), ...(await outputs(round, agent))]
  } finally {
    agent.destroy()
  }
}

async function starts({ guest, turns, signal }: ProcessesRound, agent: Agent): Promise<Figure[]> {
  const floor: number[] = []
  const start: number[] = []
  const shell = { cmd: '/bin/bash', args: ['-l', '-c', 'true'] }
  for (let turn = -warmTurns; turn < turns; turn++) {
    signal.throwIfAborted()
    const floorMs = await floorStarts(guest)
    const startMs: number[] = []
    for (let count = 0; count < startsPerTurn; count++) {
      startMs.push((await runToEnd({ guest, agent }, shell)).ms)
    }
    if (turn < 0) continue
    floor.push(...floorMs)
    start.push(...startMs)
  }
  return [
    { name: 'floor: bash -l -c true by python in the sandbox', samples: floor },
    { name: 'start of bash -l -c true up to its end', samples: start, floor, ratioMax: startRatioMax },
  ]
}

/** One small process starts and awaits them, by the sandbox's clock. */
async function floorStarts({ client }: LoneGuest): Promise<number[]> {
  const program = [
    'import subprocess, time',
    `for _ in range(${startsPerTurn}):`,
    '    begin = time.perf_counter()',
    '    subprocess.run(["/bin/bash", "-l", "-c", "true"])',
    '    print((time.perf_counter() - begin) * 1000)',
  ].join('\n')
  const { stdout } = await client.runCommand('user', `python3 -c '${program}'`)
  return stdout.trim().split('\n').map(Number)
}

async function outputs({ guest, turns, signal }: ProcessesRound, agent: Agent): Promise<Figure[]> {
  const samples: number[] = []
  const floor: number[] = []
  const script = `head -c ${outputBytes} /dev/zero`
  for (let turn = -1; turn < Math.min(turns, 5); turn++) {
    signal.throwIfAborted()
    const pipe = await guest.client.runCommand('user', pipeFloor(script))
    const { ms, bytes } = await runToEnd({ guest, agent }, { cmd: '/bin/sh', args: ['-c', script] })
    // JSON carries three bytes in four letters.
    if (bytes < (outputBytes * 4) / 3) throw new Error(`only ${bytes} bytes of the output arrived`)
    if (turn < 0) continue
    floor.push(Number(pipe.stdout))
    samples.push(ms)
  }
  return [
    { name: 'floor: 200 MB through a pipe to python in the sandbox', samples: floor },
    { name: '200 MB of output, as JSON (100 MB/s is 2,000 ms)', samples, floor },
  ]
}

function pipeFloor(script: string): string {
  const program = [
    'import subprocess, time',
    'begin = time.perf_counter()',
    `child = subprocess.Popen(["/bin/sh", "-c", "${script}"], stdout=subprocess.PIPE)`,
    'while child.stdout.read1(65536): pass',
    'child.wait()',
    'print((time.perf_counter() - begin) * 1000)',
  ].join('\n')
  return `python3 -c '${program}'`
}

interface Caller {
  readonly guest: LoneGuest
  readonly agent: Agent
}

/** From the request up to the last byte of the stream, whose bytes are counted. */
function runToEnd(
  { guest, agent }: Caller,
  command: { readonly cmd: string; readonly args: readonly string[] },
): Promise<{ ms: number; bytes: number }> {
  const message = Buffer.from(JSON.stringify({ process: command, stdin: false }))
  const head = Buffer.alloc(5)
  head.writeUInt32BE(message.length, 1)
  const startedMs = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: guest.address,
        port: limits.daemonPort,
        method: 'POST',
        path: '/process.Process/Start',
        headers: {
          'content-type': 'application/connect+json',
          authorization: `Basic ${Buffer.from('user:').toString('base64')}`,
        },
        agent,
        signal: AbortSignal.timeout(callMsMax),
      },
      (response) => {
        let bytes = 0
        let last: Buffer = Buffer.alloc(0)
        response.on('error', reject)
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          last = chunk
        })
        response.on('end', () => {
          // The last frame says whether the call failed.
          if (last.toString('latin1').endsWith('{}')) resolve({ ms: performance.now() - startedMs, bytes })
          else reject(new Error(`the command failed: ${last.subarray(-200)}`))
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(Buffer.concat([head, message]))
  })
}
