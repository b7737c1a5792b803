/** Great outputs of one command, against a pipe to a small process in the same sandbox, and what envd needs for them. */
import { Agent } from 'node:http'
import { type Caller, type Round, runToEnd } from './envd-run.ts'
import type { Figure, Reading } from './report.ts'
import { median } from './statistics.ts'

const outputBytes = 200_000_000
const turnsMax = 5
/** Targets. */
const megabytesPerSecondMin = 100
const memoryMibMax = 64
const mib = 1024 * 1024

/** Commands that print so much, by the size of their writes. */
const printers = [
  { name: 'head', script: `head -c ${outputBytes} /dev/zero` },
  {
    name: 'dd',
    script: `dd if=/dev/zero bs=128000 count=${Math.ceil(outputBytes / 128_000)} status=none`,
  },
] as const

export async function measureOutputs(round: Round): Promise<{ figures: Figure[]; readings: Reading[] }> {
  const agent = new Agent({ keepAlive: true })
  const caller = { guest: round.guest, agent }
  try {
    const figures: Figure[] = []
    // First, because what a great output makes grow does not shrink at once.
    const readings: Reading[] = [await memory(caller)]
    for (const printer of printers) {
      const { samples, floor } = await take(round, caller, printer.script)
      figures.push(
        { name: `floor: 200 MB by ${printer.name} through a pipe`, samples: floor },
        { name: `200 MB of output by ${printer.name}, as JSON`, samples, floor },
      )
      readings.push(speed(`output by ${printer.name}`, samples), speed(`  the pipe`, floor, false))
    }
    return { figures, readings }
  } finally {
    agent.destroy()
  }
}

async function take(
  { guest, turns, signal }: Round,
  caller: Caller,
  script: string,
): Promise<{ samples: number[]; floor: number[] }> {
  const samples: number[] = []
  const floor: number[] = []
  for (let turn = -1; turn < Math.min(turns, turnsMax); turn++) {
    signal.throwIfAborted()
    const pipe = await guest.client.runCommand('user', pipeFloor(script))
    const ms = await print(caller, script)
    if (turn < 0) continue
    floor.push(Number(pipe.stdout))
    samples.push(ms)
  }
  return { samples, floor }
}

async function print(caller: Caller, script: string): Promise<number> {
  const { ms, bytes } = await runToEnd(caller, { cmd: '/bin/sh', args: ['-c', script] })
  // JSON carries three bytes in four letters.
  if (bytes < (outputBytes * 4) / 3) throw new Error(`only ${bytes} bytes of the output arrived`)
  return ms
}

/** The reader takes what there is, and the pipe is as large as envd makes it. */
function pipeFloor(script: string): string {
  const program = [
    'import fcntl, os, subprocess, time',
    'begin = time.perf_counter()',
    `child = subprocess.Popen(["/bin/sh", "-c", "${script}"], stdout=subprocess.PIPE, bufsize=0)`,
    'fcntl.fcntl(child.stdout.fileno(), 1031, 1048576)',
    'while os.read(child.stdout.fileno(), 262144): pass',
    'child.wait()',
    'print((time.perf_counter() - begin) * 1000)',
  ].join('\n')
  return `python3 -c '${program}'`
}

function speed(name: string, samples: readonly number[], isJudged = true): Reading {
  const value = outputBytes / 1000 / median(samples)
  return { name, value, unit: 'MB/s', ...(isJudged ? { valueMin: megabytesPerSecondMin } : {}) }
}

/** The most that envd holds while an output passes, above what it held before. */
async function memory(caller: Caller): Promise<Reading> {
  const { client } = caller.guest
  const stopFile = '/tmp/enough'
  const program = [
    'import os, re, time',
    'look = lambda: int(re.search(r"VmRSS:\\s+(\\d+)", open("/proc/1/status").read())[1])',
    'first = most = look()',
    `while not os.path.exists("${stopFile}"):`,
    '    most = max(most, look())',
    '    time.sleep(0.02)',
    'print((most - first) * 1024)',
  ].join('\n')
  const looking = client.runCommand('root', `python3 -c '${program}'`)
  for (const { script } of printers) await print(caller, script)
  await client.writeFile('root', stopFile, '')
  const value = Number((await looking).stdout) / mib
  return { name: 'memory of envd for it, above that before', value, unit: 'MiB', valueMax: memoryMibMax }
}
