import type { ServiceProcess } from '@cay/kit/host/service-process.ts'
import type { Progress } from '@cay/kit/progress.ts'
import type { Installation } from '../../installation.ts'
import type { PackageManager } from '../../ports/package-manager.ts'
import { runToEnd } from '../service/run-to-end.ts'
import { buildRecipes } from '../template/build-recipes.ts'
import { installHostPackages } from './install-host-packages.ts'
import { installNames } from './install-names.ts'

/** Steps that `setUp` takes. */
export const setUpSteps = 3

export interface SetUpDeps {
  readonly packages: PackageManager
  readonly progress: Progress
  /** Called with each program that must not outlive this process. */
  readonly onStarted: (child: ServiceProcess) => void
}

/** Prepares host and data directory for the services. Fast when there is nothing to do. */
export async function setUp(installation: Installation, deps: SetUpDeps, signal: AbortSignal): Promise<void> {
  await prepareHost(installation, deps, signal)
  await prepareTemplate(installation, deps, signal)
}

/** What can be prepared before the services run. */
export async function prepareHost(
  installation: Installation,
  deps: Pick<SetUpDeps, 'packages' | 'progress'>,
  signal: AbortSignal,
): Promise<void> {
  await installPackages(installation, deps, signal)
  await deps.progress.step('dashboard', async (step) => {
    const [result] = await runToEnd({ ...installation.dashboardBuilder, env: installation.env }, signal)
    step.outcome(result ?? '')
  })
}

async function installPackages(
  installation: Installation,
  { packages, progress }: Pick<SetUpDeps, 'packages' | 'progress'>,
  signal: AbortSignal,
): Promise<void> {
  const { env, settings } = installation
  await progress.step('Debian packages', async (step) => {
    await installHostPackages(packages, env, { step, signal })
    const domain = settings.tls === 'off' ? undefined : settings.domain
    await installNames(packages, { domain, env, step, signal })
  })
}

/** With an object store, it is fetched from there if it is there: the services have to run then. */
export async function prepareTemplate(
  installation: Installation,
  { progress, onStarted }: Omit<SetUpDeps, 'packages'>,
  signal: AbortSignal,
): Promise<void> {
  await progress.step('base template', (step) =>
    buildRecipes(installation, { aliases: ['base'], onLine: (line) => step.note(line), onStarted }, signal),
  )
}
