import { ensureSwapSupport } from '@cay/kit/host/swap-support.ts'
import type { Progress } from '@cay/kit/progress.ts'
import type { Environment } from '@cay/kit/settings.ts'
import { ensureJoinOrder } from '../app/cluster/make-token.ts'
import { prepareHost, prepareTemplate, setUp } from '../app/host/set-up.ts'
import { confineServices } from '../app/service/confine-services.ts'
import { keepAuthorities } from '../app/service/keep-authorities.ts'
import { type UpDeps, up } from '../app/service/up.ts'
import { findUnresolvedNames } from '../edge/host/resolve-names.ts'
import { print } from './console.ts'
import { installation, packages } from './context.ts'
import { hostPorts, openServiceLog, packageManager, serviceHost, upRecords } from './machine.ts'
import { stopping } from './signals.ts'

/** Runs the services of this data directory until a signal; returns the exit code. */
export async function runServices(env: Environment, progress: Progress): Promise<number> {
  // Before minutes go into a template.
  await ensureSwapSupport(env)
  const here = installation(env)
  const prepare: UpDeps['prepare'] = async (onStarted, signal) => {
    await (here.settings.usesObjectStore ? prepareHost : setUp)(
      here,
      { packages: packageManager, progress, onStarted },
      signal,
    )
    await ensureJoinOrder(here)
  }
  const complete: UpDeps['prepare'] = (onStarted, signal) =>
    prepareTemplate(here, { progress, onStarted }, signal)
  const confine: UpDeps['confine'] = async (settled, signal) => {
    await keepAuthorities(settled, print, signal)
    return await confineServices({ installation: settled, host: serviceHost, packages, show: print }, signal)
  }
  const isTerminal = process.stdout.isTTY === true
  const machine = { records: upRecords, ports: hostPorts, openLog: openServiceLog, findUnresolvedNames }
  const deps = { installation: here, ...machine, progress, prepare, confine, print, isTerminal }
  return await up({ ...deps, ...(here.settings.usesObjectStore ? { complete } : {}) }, stopping.signal)
}
