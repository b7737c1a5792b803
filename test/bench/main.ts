/**
 * `npm run bench [SECTION...]`: creates through the control API against a bare `runsc restore`, envd against floors in the same
 * sandbox, the whole speed table of a sandbox's life, its network both ways, builds of templates, and the control API with 10,000
 * sandboxes; all in one run, on installations of its own. Speed is told, not judged: the exit code is 0 unless something fails.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { acquireLock } from '@cay/kit/host/lock-file.ts'
import { Installation } from '../support/installation.ts'
import { type Asked, readArguments, UsageError } from './asked.ts'
import { BareRestores } from './bare-restore.ts'
import { joined, type Measured } from './measured.ts'
import { renderReading, renderTable, summarise } from './report.ts'
import { type SectionName, sections } from './sections.ts'
import { setUp } from './set-up.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** Seconds to wait for another bench of this clone. */
const otherBenchSecondsMax = 1800

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())

try {
  await main()
} catch (error) {
  console.error(stopping.signal.aborted ? 'stopped' : error instanceof UsageError ? error.message : error)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const asked = readArguments(process.argv.slice(2))
  const isPlain = asked.sections.every((name) => sections[name].isPlain === true)
  if (!isPlain) await setUp(root, stopping.signal)
  const benchDirectory = join(root, '.cay/bench')
  await mkdir(benchDirectory, { recursive: true })
  const lock = await acquireLock(join(benchDirectory, 'lock'), otherBenchSecondsMax)
  if (lock === undefined) throw new Error('another bench is running in this clone: wait for its end')
  try {
    console.log(`[5/5] measuring, ${asked.turns} turns each ...`)
    const startedAt = new Date().toISOString()
    const { measured, runtimeVersion } = await (isPlain ? withoutFloor(asked) : onFloor(asked))
    const machine = { ...describeMachine(), runtimeVersion }
    const file = join(benchDirectory, `${startedAt.replaceAll(':', '-')}.json`)
    await writeFile(file, `${JSON.stringify({ startedAt, machine, ...measured }, undefined, 2)}\n`)
    print(measured, machine)
    tellInside(asked.sections)
    console.log(`\nraw samples: ${file}`)
  } finally {
    await lock.release()
  }
}

async function withoutFloor(asked: Asked): Promise<{ measured: Measured; runtimeVersion: string }> {
  const given = { ...asked, signal: stopping.signal, tell: console.log }
  const measured: Measured[] = []
  for (const name of asked.sections) {
    const section = sections[name]
    if (section.isPlain === true) measured.push(await section.measure(given))
  }
  return { measured: joined(measured), runtimeVersion: 'no sandboxes' }
}

async function onFloor(asked: Asked): Promise<{ measured: Measured; runtimeVersion: string }> {
  const place = await Installation.prepare('bench-floor')
  try {
    const floor = await BareRestores.prepare(place.dataDir)
    const given = {
      ...{ ...asked, floor, signal: stopping.signal, tell: console.log },
      ...{ templatesDir: place.dataDir, testDataDir: join(root, '.cay/test') },
    }
    const measured: Measured[] = []
    for (const name of asked.sections) measured.push(await sections[name].measure(given))
    return { measured: joined(measured), runtimeVersion: floor.runtimeVersion }
  } finally {
    await place.remove()
  }
}

function describeMachine() {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGib: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
    loadAverage: loadavg()[0],
  }
}

function print(
  { figures, readings, notes }: Measured,
  machine: ReturnType<typeof describeMachine> & { runtimeVersion: string },
): void {
  for (const { name, samples } of figures)
    console.log(`${name}: ${samples.map((ms) => ms.toFixed(1)).join(' ')}`)
  const { processor, cores, memoryGib, kernel, runtimeVersion, loadAverage } = machine
  console.log(`\n${processor}, ${cores} cores, ${memoryGib} GiB, Linux ${kernel}, ${runtimeVersion}`)
  console.log(`load average at the end ${loadAverage?.toFixed(1)}: a busy machine widens every figure\n`)
  if (figures.length > 0) console.log(renderTable(figures.map(summarise)))
  for (const reading of readings) console.log(renderReading(reading))
  for (const note of notes) console.log(note)
}

function tellInside(names: readonly SectionName[]): void {
  console.log('\nWhat is inside each figure')
  for (const name of names) console.log(sections[name].inside.replace(/^\n/, ''))
}
