import { type ServiceProcess, startServiceProcess } from '@cay/kit/host/service-process.ts'
import type { Installation } from '../../installation.ts'

/** A builder that is asked to stop releases its resources on the host. */
const builderGraceMs = 30_000

export type PackageSource = 'debian' | 'latest'

export interface RecipeRun {
  /** Aliases of bundled templates. */
  readonly aliases: readonly string[]
  /** Where their Python packages come from, from now on; absent: as before. */
  readonly packages?: PackageSource
  readonly onLine: (line: string) => void
  readonly onStarted: (child: ServiceProcess) => void
}

/** Makes sure the templates are in the data directory. Two builders there wait for each other by themselves. */
export async function buildRecipes(
  installation: Installation,
  { aliases, packages, onLine, onStarted }: RecipeRun,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const child = startServiceProcess({
    ...installation.templateBuilder,
    args: packages === undefined ? aliases : [`--packages=${packages}`, ...aliases],
    env: installation.env,
    onLine,
  })
  const stop = () => void child.stop(builderGraceMs)
  signal.addEventListener('abort', stop)
  onStarted(child)
  const exit = await child.exited
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  if (exit.exitCode !== 0)
    throw new Error(`${aliases.join(', ')} could not be built: the builder ${exit.words}`)
}
