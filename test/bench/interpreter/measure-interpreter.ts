/** The code interpreter: a create with a first cell beside the same of `base`, its languages, its memory and its build. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Sandbox } from '@e2b/code-interpreter'
import { sandboxGroups } from '../lifecycle/idle.ts'
import { usageOf } from '../lifecycle/usage.ts'
import type { Measured, Measurement } from '../measured.ts'
import { type OwnInstallation, poolOf, withInstallation } from '../own-installation.ts'
import { timed } from '../rounds.ts'
import { median } from '../statistics.ts'

const template = 'code-interpreter-v1'
const cli = fileURLToPath(new URL('../../../packages/cli/src/main.ts', import.meta.url))
const execute = promisify(execFile)

/** Two sandboxes of each template are kept ready. */
const poolSize = 4
const createRatioMax = 1.5
/** Sandboxes in which each language is begun: Java takes seconds. */
const languageTurnsMax = 5
const mib = 2 ** 20

const firstCells = {
  python: '1 + 1',
  javascript: '1 + 1',
  typescript: 'const two: number = 1 + 1; two',
  bash: 'echo 2',
  r: '1 + 1',
  java: '1 + 1',
} as const
type Language = keyof typeof firstCells
const languages = Object.keys(firstCells) as readonly Language[]

export const insideInterpreterFigures = `
  create + cell  \`Sandbox.create\` and \`runCode('1 + 1')\` of the official client; its floor is the same of \`base\` with
                 \`commands.run('true')\`. Both from a pool, in turns.
  first cell     in a sandbox that has not used the language: the kernel starts. The next cell has the kernel already.
  memory         of the sandbox's cgroup beside what it had before the language, a second after its first cells.
  build          \`cay template build ${template}\`, with Debian's packages from the mirror of this machine.`

export async function measureInterpreter({ turns, signal, tell }: Measurement): Promise<Measured> {
  return await withInstallation(poolOf(poolSize), async (own) => {
    tell(`      building ${template}`)
    const env = { ...process.env, CAY_DATA_DIR: own.dataDir }
    const buildMs = await timed(() =>
      execute(process.execPath, [cli, 'template', 'build', template], { env }),
    )
    tell('      creates with a first cell')
    const creates = await measureCreates(own, { turns, signal })
    tell('      first cells of each language')
    const cells = await measureLanguages(own, { turns: Math.min(turns, languageTurnsMax), signal })
    const build = { name: `build of ${template}`, value: buildMs / 1000, unit: 's' }
    return { figures: [...creates, ...cells.figures], readings: [build, ...cells.readings], notes: [] }
  })
}

interface Rounds {
  readonly turns: number
  readonly signal: AbortSignal
}

async function measureCreates({ api }: OwnInstallation, { turns, signal }: Rounds) {
  const samples = { base: [] as number[], interpreter: [] as number[] }
  for (let turn = -2; turn < turns; turn++) {
    signal.throwIfAborted()
    if (turn >= 0) await api.poolIsFull(poolSize)
    const base = await createAnd('base', (sandbox) => sandbox.commands.run('true'))
    if (turn >= 0) await api.poolIsFull(poolSize)
    const interpreter = await createAnd(template, (sandbox) => sandbox.runCode('1 + 1'))
    if (turn < 0) continue
    samples.base.push(base)
    samples.interpreter.push(interpreter)
  }
  return [
    { name: 'floor: create base + command', samples: samples.base },
    {
      name: 'create code-interpreter-v1 + 1 + 1',
      samples: samples.interpreter,
      floor: samples.base,
      ratioMax: createRatioMax,
    },
  ]
}

async function createAnd(name: string, task: (sandbox: Sandbox) => Promise<unknown>): Promise<number> {
  let sandbox: Sandbox | undefined
  try {
    return await timed(async () => {
      sandbox = await Sandbox.create(name)
      await task(sandbox)
    })
  } finally {
    await sandbox?.kill()
  }
}

async function measureLanguages(own: OwnInstallation, { turns, signal }: Rounds) {
  const seen = languages.map((language) => ({
    ...{ language, first: [] as number[], next: [] as number[], memory: [] as number[] },
  }))
  const idle: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    for (const { language, first, next, memory } of seen) {
      signal.throwIfAborted()
      const sandbox = await Sandbox.create(template)
      try {
        // What a sandbox holds before anybody has used it is not yet in its memory.
        await sandbox.runCode('1 + 1')
        const before = await settledMemory(own)
        idle.push(before)
        const cell = () => sandbox.runCode(firstCells[language], { language })
        first.push(await timed(cell))
        next.push(await timed(cell))
        memory.push((await settledMemory(own)) - before)
      } finally {
        await sandbox.kill()
      }
    }
  }
  return {
    figures: seen.flatMap(({ language, first, next }) => [
      { name: `first cell of ${language}`, samples: first },
      { name: `next cell of ${language}`, samples: next },
    ]),
    readings: [
      { name: 'memory of a sandbox after a cell of Python', value: median(idle), unit: 'MiB' },
      ...seen.slice(1).map(({ language, memory }) => ({
        ...{ name: `memory that ${language} adds`, value: median(memory), unit: 'MiB' },
      })),
    ],
  }
}

const settleMs = 1000

async function settledMemory(own: OwnInstallation): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  const groups = await sandboxGroups(own)
  return Math.max(...groups.map((group) => usageOf(group).memoryBytes)) / mib
}
