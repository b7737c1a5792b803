import { checkSettings } from '@cay/kit/check-settings.ts'
import { examineHost } from '../app/host/examine-host.ts'
import { reportSettings } from '../app/host/report-settings.ts'
import { setUp, setUpSteps } from '../app/host/set-up.ts'
import { showTrust } from '../app/host/show-trust.ts'
import { down } from '../app/service/down.ts'
import type { ServiceVerbs } from '../commands/service-commands.ts'
import { describeDomain, withDomain } from '../dialect/service/domain.ts'
import { gatherHostFacts } from '../edge/host/host-facts.ts'
import { paint, print, sayErrors } from './console.ts'
import { cloneFile, environment, installation, progressOf } from './context.ts'
import { packageManager, upRecords } from './machine.ts'
import { runServices } from './run-services.ts'
import { expectRoot, stopOnSignals, stopping } from './signals.ts'
import { expectThisMachine } from './this-machine.ts'
import { upDetached } from './up-detached.ts'

export const serviceVerbs: ServiceVerbs = {
  up: async ({ stepsBefore, domain, isDetached }) => {
    stopOnSignals({ outlivesReaders: true })
    const env = withDomain(environment(), domain)
    const refused = reportSettings(checkSettings(env), sayErrors)
    if (refused !== undefined) return refused
    expectRoot('cay up')
    if (isDetached) return await upDetached(environment(), domain)
    if (domain !== undefined)
      print(describeDomain(domain, { before: environment().CAY_DOMAIN, tls: env.CAY_TLS }))
    return await runServices(env, progressOf(setUpSteps + 1, stepsBefore))
  },
  setUp: async ({ stepsBefore, stepsAfter }) => {
    stopOnSignals({ outlivesReaders: true })
    const refused = reportSettings(checkSettings(environment()), sayErrors)
    if (refused !== undefined) return refused
    expectRoot('cay setup')
    const progress = progressOf(setUpSteps + stepsAfter, stepsBefore)
    const options = { packages: packageManager, progress, onStarted: () => undefined }
    await setUp(installation(), options, stopping.signal)
    return 0
  },
  down: () => {
    expectRoot('cay down')
    return down({ installation: installation(), readRecord: upRecords.read, print })
  },
  doctor: async ({ json }) => {
    expectThisMachine('`cay doctor`')
    const { report, exitCode } = await examineHost({
      env: environment(),
      installation,
      gatherFacts: (here) => gatherHostFacts(here, cloneFile),
      json,
      paint,
    })
    print(report)
    return exitCode
  },
  showTrust: async (options) => {
    expectRoot('cay trust')
    print(await showTrust(installation(), { ...options, readRecord: upRecords.read }))
    return 0
  },
}
