/** Vitest global set-up of what starts no installation of its own first: the Debian packages that `npm start` would install. */
import { installHostPackages } from '@cay/cli/app/host/install-host-packages.ts'
import { packageManager } from '@cay/cli/wiring/machine.ts'
import { Progress } from '@cay/kit/progress.ts'

export default async function setup(): Promise<void> {
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const progress = new Progress({ total: 1, nowMs: () => performance.now(), output: process.stderr })
  const { signal } = new AbortController()
  await progress.step('Debian packages', (step) => installHostPackages(packageManager, env, { step, signal }))
}
