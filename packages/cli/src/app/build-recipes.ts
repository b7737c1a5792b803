import { type ServiceProcess, startServiceProcess } from '@cay/kit/host/service-process.ts'
import type { Step } from '@cay/kit/progress.ts'
import type { Installation } from '../installation.ts'

/** A builder that is asked to stop gives back what it holds on the host. */
const builderGraceMs = 30_000

/** Makes sure the base template exists in the data directory. Two builders there wait for each other by themselves. */
export async function buildBaseTemplate(
  installation: Installation,
  { step, onStarted }: { step: Step; onStarted: (child: ServiceProcess) => void },
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const child = startServiceProcess({
    ...installation.templateBuilder,
    env: installation.env,
    onLine: (line) => step.note(line),
  })
  const stop = () => void child.stop(builderGraceMs)
  signal.addEventListener('abort', stop)
  onStarted(child)
  const exit = await child.exited
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  if (exit.exitCode !== 0) throw new Error(`the base template could not be built: the builder ${exit.words}`)
}
