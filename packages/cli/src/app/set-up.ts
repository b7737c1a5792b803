import type { ServiceProcess } from '@cay/kit/host/service-process.ts'
import type { Progress } from '@cay/kit/progress.ts'
import type { Installation } from '../installation.ts'
import type { PackageManager } from '../ports/package-manager.ts'
import { buildRecipes } from './build-recipes.ts'
import { installHostPackages } from './install-host-packages.ts'

/** Steps that `setUp` takes. */
export const setUpSteps = 2

export interface SetUpDeps {
  readonly packages: PackageManager
  readonly progress: Progress
  /** Called with each program that must not outlive this process. */
  readonly onStarted: (child: ServiceProcess) => void
}

/** Prepares host and data directory for the services. Fast when there is nothing to do. */
export async function setUp(
  installation: Installation,
  { packages, progress, onStarted }: SetUpDeps,
  signal: AbortSignal,
): Promise<void> {
  await progress.step('Debian packages', (step) =>
    installHostPackages(packages, installation.env, { step, signal }),
  )
  await progress.step('base template', (step) =>
    buildRecipes(installation, { aliases: ['base'], onLine: (line) => step.note(line), onStarted }, signal),
  )
}
