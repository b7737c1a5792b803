/** Starts of a command against a floor in the same sandbox: started and awaited from a small process there, in turns. */
import { Agent } from 'node:http'
import type { StandaloneSandbox } from '../support/standalone-sandbox.ts'
import { type Round, runToEnd } from './envd-run.ts'
import type { Figure } from './report.ts'

const startsPerTurn = 5
const warmTurns = 2

/** Target, as a ratio of the medians. */
const startRatioMax = 1.5

export async function measureStarts(round: Round): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true })
  try {
    return await starts(round, agent)
  } finally {
    agent.destroy()
  }
}

async function starts({ guest, turns, signal }: Round, agent: Agent): Promise<Figure[]> {
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
async function floorStarts({ client }: StandaloneSandbox): Promise<number[]> {
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
