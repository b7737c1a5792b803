import type { components } from '@cay/contract/gen/control/api.js'
import { checkLists, effectiveLists, networkLists } from '@cay/core/egress/lists.ts'
import { allAddresses } from '@cay/core/egress/policy.ts'
import type { Deps } from './deps.ts'
import { ask, type Target } from './find-sandbox.ts'
import { checkProxy, sealOutbound } from './outbound.ts'

type NetworkUpdate = components['schemas']['SandboxNetworkUpdateConfig']

/**
 * Replaces who the sandbox may reach: what is not given is cleared. Open connections go on, new ones follow at once.
 * Throws request_invalid (also for an unknown sandbox), sandbox_not_found, conflict.
 */
export async function setSandboxNetwork(deps: Deps, target: Target, update: NetworkUpdate): Promise<void> {
  const isCutOff = update.allow_internet_access === false
  const network = networkLists({ ...update, ...(isCutOff ? { denyOut: [allAddresses] } : {}) })
  checkLists(network)
  await checkProxy(deps, update)
  await deps.writers.run(target.sandboxId, async () => {
    await ask(deps, target, 'networkRequested')
    const sealed = sealOutbound(deps, target.team.teamId, update)
    const egress = { ...effectiveLists(network, null), ...(sealed === undefined ? {} : { sealed }) }
    const { generation } = await deps.orchestrator.setEgressPolicy(target.sandboxId, egress)
    await deps.store.updateSandbox(target.sandboxId, {
      network,
      egress,
      ...(update.allow_internet_access === undefined
        ? {}
        : { allowInternetAccess: update.allow_internet_access }),
      generation,
      changedAtMs: deps.clock.nowMs(),
    })
  })
}
