import { mkdir } from 'node:fs/promises'
import { acquireLock } from '@cay/kit/host/lock-file.ts'
import { startServiceProcess } from '@cay/kit/host/service-process.ts'
import type { Step } from '@cay/kit/progress.ts'
import type { Installation } from '../installation.ts'

const otherBuildSecondsMax = 1200
/** A builder that is asked to stop gives back what it holds on the host. */
const builderGraceMs = 30_000

/** Makes sure the base template exists in the data directory. One builder at a time in each. */
export async function buildBaseTemplate(
  installation: Installation,
  step: Step,
  signal: AbortSignal,
): Promise<void> {
  await mkdir(installation.layout.run, { recursive: true, mode: 0o700 })
  const lockFile = `${installation.layout.run}/template.lock`
  const lock = (await acquireLock(lockFile)) ?? (await waitForOther(lockFile, step))
  try {
    await runBuilder(installation, step, signal)
  } finally {
    await lock.release()
  }
}

async function waitForOther(lockFile: string, step: Step) {
  step.note('another process is building the template: waiting for it')
  const lock = await acquireLock(lockFile, otherBuildSecondsMax)
  if (lock === undefined) throw new Error(`another build has held ${lockFile} for ${otherBuildSecondsMax} s`)
  return lock
}

async function runBuilder(installation: Installation, step: Step, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const child = startServiceProcess({
    ...installation.templateBuilder,
    env: installation.env,
    onLine: (line) => step.note(line),
  })
  const stop = () => void child.stop(builderGraceMs)
  signal.addEventListener('abort', stop)
  const exit = await child.exited
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  if (exit.exitCode !== 0) throw new Error(`the base template could not be built: the builder ${exit.words}`)
}
