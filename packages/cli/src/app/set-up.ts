import type { Progress } from '@cay/kit/progress.ts'
import type { Installation } from '../installation.ts'
import { buildBaseTemplate } from './build-base-template.ts'
import { installHostPackages } from './install-host-packages.ts'

/** Steps that `setUp` takes. */
export const setUpSteps = 2

/** Brings host and data directory to where services can start. Quick when there is nothing to do. */
export async function setUp(
  installation: Installation,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  await progress.step('Debian packages', (step) => installHostPackages(installation.env, step, signal))
  await progress.step('base template', (step) => buildBaseTemplate(installation, step, signal))
}
