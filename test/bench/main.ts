/**
 * `npm run bench [creates] [control] [envd] [lifecycle] [network] [templates]`, the first two without a name: creates through the
 * control API against a bare `runsc restore`, envd against floors in the same sandbox, the whole speed table of a sandbox's
 * life, its network both ways, builds of templates, and the control API with 10,000 sandboxes; all in one run, on installations of its own. Speed is told, not judged: the exit code is 0 unless something fails.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { acquireLock } from '@cay/kit/host/lock-file.ts'
import { Installation } from '../support/installation.ts'
import { BareRestores } from './bare-restore.ts'
import { insideControlFigures, measureControl } from './control/measure-control.ts'
import { insideEnvdFigures, measureEnvd } from './envd.ts'
import {
  insideLifecycleFigures,
  type LifecyclePartName,
  lifecycleParts,
  measureLifecycle,
} from './lifecycle/measure-lifecycle.ts'
import type { Measured } from './lifecycle/part.ts'
import { measure, poolSize, type Turns } from './measure.ts'
import {
  insideNetworkFigures,
  measureNetwork,
  type NetworkPartName,
  networkParts,
} from './network/measure-network.ts'
import { type Figure, type Reading, renderReading, renderTable, summarise } from './report.ts'
import { setUp } from './set-up.ts'
import { insideTemplateFigures, measureTemplates } from './templates.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const turnsMax = 1000
/** Seconds to wait for another bench of this clone. */
const otherBenchSecondsMax = 1800

/** What can be measured. */
const sectionNames = ['creates', 'control', 'envd', 'lifecycle', 'network', 'templates'] as const
/** Those of a run that names none. */
const usualSections: readonly Section[] = ['creates', 'envd']
type Section = (typeof sectionNames)[number]
const allParts = [...lifecycleParts, ...networkParts]

const insideEachFigure = `
What is inside each figure
  floor      the call of \`runsc restore\` (same checkpoint, EROFS file, spec and flags) up to the first HTTP answer of
             envd. Made before, not counted: network slot, directories, spec. The writable layer is a plain directory:
             no limited disk. No identity is given, nothing is recorded.
  create     POST /sandboxes on a warm connection up to the last byte of the 201: control's checks and records, the
             node's admission and records, the container, the identity by one call to envd. Made before, not counted:
             network slots and what belongs to them, as far as the node keeps them ready.
  from pool  the same, with ${poolSize} sandboxes restored ahead; each create waits until the pool is full.
  at once    until the last one has answered.
  kill       DELETE up to the 204.
  command    \`commands.run('true')\` of the official client through the proxy, in one sandbox, on warm connections.`

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())

try {
  await main()
} catch (error) {
  console.error(stopping.signal.aborted ? 'stopped' : error)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const asked = readArguments()
  await setUp(root, stopping.signal)
  const benchDirectory = join(root, '.cay/bench')
  await mkdir(benchDirectory, { recursive: true })
  const lock = await acquireLock(join(benchDirectory, 'lock'), otherBenchSecondsMax)
  if (lock === undefined) throw new Error('another bench is running in this clone: wait for its end')
  try {
    console.log(`[5/5] measuring, ${asked.turns.single} turns each ...`)
    const startedAt = new Date().toISOString()
    const { measured, runtimeVersion } = await onFloor(asked)
    const machine = { ...describeMachine(), runtimeVersion }
    const file = join(benchDirectory, `${startedAt.replaceAll(':', '-')}.json`)
    await writeFile(file, `${JSON.stringify({ startedAt, machine, ...measured }, undefined, 2)}\n`)
    print(measured, machine, file)
  } finally {
    await lock.release()
  }
}

interface Asked {
  readonly turns: Turns
  readonly sections: readonly Section[]
  readonly lifecycle: readonly LifecyclePartName[]
  readonly network: readonly NetworkPartName[]
}

function readArguments(): Asked {
  const { values, positionals } = parseArgs({
    options: {
      turns: { type: 'string', default: '20' },
      only: { type: 'string', default: allParts.join(',') },
    },
    allowPositionals: true,
  })
  const single = Number(values.turns)
  if (!Number.isInteger(single) || single < 1 || single > turnsMax)
    throw new Error(`--turns is "${values.turns}": give a whole number from 1 to ${turnsMax}`)
  const unknown = positionals.find((name) => !sectionNames.some((known) => known === name))
  if (unknown !== undefined)
    throw new Error(`"${unknown}" is not measured: known are ${sectionNames.join(', ')}`)
  const sections =
    positionals.length === 0 ? usualSections : sectionNames.filter((name) => positionals.includes(name))
  const only = values.only.split(',')
  const strange = only.find((name) => !allParts.some((known) => known === name))
  if (strange !== undefined)
    throw new Error(
      `--only names "${strange}": parts of the lifecycle are ${lifecycleParts.join(', ')}, of the network ${networkParts.join(', ')}`,
    )
  const lifecycle = lifecycleParts.filter((name) => only.includes(name))
  const network = networkParts.filter((name) => only.includes(name))
  return { lifecycle, network, turns: { single, atOnce: Math.ceil(single / 4) }, sections }
}

async function onFloor({
  turns,
  sections,
  lifecycle: parts,
  network: networkNames,
}: Asked): Promise<{ measured: Measured; runtimeVersion: string }> {
  const place = await Installation.prepare('bench-floor')
  const { signal } = stopping
  try {
    const floor = await BareRestores.prepare(place.dataDir)
    const figures: Figure[] = []
    const readings: Reading[] = []
    if (sections.includes('creates')) {
      figures.push(...(await measure({ floor, turns, signal, tell: console.log })))
    }
    if (sections.includes('envd')) {
      const templatesDir = place.dataDir
      const envd = await measureEnvd({ templatesDir, turns: turns.single, signal, tell: console.log })
      figures.push(...envd.figures)
      readings.push(...envd.readings)
    }
    const control = sections.includes('control')
      ? await measureControl({ turns: turns.single, signal, tell: console.log })
      : { figures: [], readings: [], notes: [] }
    const lifecycle = sections.includes('lifecycle')
      ? await measureLifecycle({ floor, turns: turns.single, signal, tell: console.log }, parts)
      : { figures: [], readings: [], notes: [] }
    const network = sections.includes('network')
      ? await measureNetwork(
          { templatesDir: place.dataDir, turns: turns.single, signal, tell: console.log },
          networkNames,
        )
      : { figures: [], readings: [], notes: [] }
    const templates = sections.includes('templates')
      ? await measureTemplates({ floor, turns, signal, tell: console.log }, join(root, '.cay/test'))
      : { figures: [], readings: [], notes: [] }
    const measured = {
      figures: [
        ...figures,
        ...control.figures,
        ...lifecycle.figures,
        ...network.figures,
        ...templates.figures,
      ],
      readings: [
        ...readings,
        ...control.readings,
        ...lifecycle.readings,
        ...network.readings,
        ...templates.readings,
      ],
      notes: [...lifecycle.notes, ...network.notes, ...templates.notes],
    }
    return { measured, runtimeVersion: floor.runtimeVersion }
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
  file: string,
): void {
  for (const { name, samples } of figures)
    console.log(`${name}: ${samples.map((ms) => ms.toFixed(1)).join(' ')}`)
  const { processor, cores, memoryGib, kernel, runtimeVersion, loadAverage } = machine
  console.log(`\n${processor}, ${cores} cores, ${memoryGib} GiB, Linux ${kernel}, ${runtimeVersion}`)
  console.log(`load average at the end ${loadAverage?.toFixed(1)}: a busy machine widens every figure\n`)
  console.log(renderTable(figures.map(summarise)))
  for (const reading of readings) console.log(renderReading(reading))
  for (const note of notes) console.log(note)
  console.log(
    `${insideEachFigure}${insideControlFigures}${insideEnvdFigures}${insideLifecycleFigures}${insideTemplateFigures}${insideNetworkFigures}\n\nraw samples: ${file}`,
  )
}
