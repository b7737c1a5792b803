/** `docker run` of a small image beside the figures, for scale; left out with a line where there is no Docker. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '@cay/kit/host/run.ts'
import type { Measured, Measurement } from '../measured.ts'
import type { Figure } from '../report.ts'

/** Made from this machine's own programs, so that nothing has to be downloaded. */
const image = 'cay-bench-floor'
const program = '/bin/echo'
const commandMsMax = 60_000

export async function measureDocker({ turns, signal }: Measurement): Promise<Partial<Measured>> {
  const runtimes = await dockerRuntimes()
  if (runtimes === undefined) return { notes: ['docker run was not measured: no Docker answers here'] }
  await importImage()
  try {
    const figures: Figure[] = []
    for (const runtime of ['runc', 'runsc'].filter((name) => runtimes.includes(name))) {
      const samples: number[] = []
      for (let turn = -1; turn < turns; turn++) {
        signal.throwIfAborted()
        const ms = await dockerRun(runtime)
        if (turn >= 0) samples.push(ms)
      }
      figures.push({ name: `docker run --rm, ${runtime}`, samples })
    }
    return { figures }
  } finally {
    await run(['docker', 'image', 'rm', image])
  }
}

/** Undefined when there is no Docker, or its daemon does not answer. */
async function dockerRuntimes(): Promise<string[] | undefined> {
  try {
    const { stdout } = await run(['docker', 'info', '--format', '{{json .Runtimes}}'], {
      timeoutMs: commandMsMax,
    })
    return Object.keys(JSON.parse(stdout) as Record<string, unknown>)
  } catch {
    // Not installed, or nobody answers: the caller says so.
    return undefined
  }
}

async function importImage(): Promise<void> {
  const { stdout } = await run(['ldd', program])
  const libraries = stdout.match(/\/\S+/g) ?? []
  const directory = await mkdtemp(join(tmpdir(), 'cay-bench-'))
  const archive = join(directory, 'image.tar')
  try {
    // An image has no links to follow, so what links lead to goes into it under their names.
    await run([
      'tar',
      '--create',
      '--dereference',
      '--absolute-names',
      `--file=${archive}`,
      program,
      ...libraries,
    ])
    await run(['docker', 'import', archive, image])
  } finally {
    await rm(directory, { recursive: true })
  }
}

async function dockerRun(runtime: string): Promise<number> {
  const startedMs = performance.now()
  await run(['docker', 'run', '--rm', `--runtime=${runtime}`, '--network=none', image, program, 'ready'])
  return performance.now() - startedMs
}
