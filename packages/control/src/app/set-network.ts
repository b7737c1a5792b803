import type { components } from '@cay/contract/gen/control/api.js'
import { checkLists, effectiveLists, networkLists } from '@cay/core/egress/lists.ts'
import { allAddresses } from '@cay/core/egress/policy.ts'
import { refuseNotYetInNetwork } from '@cay/core/sandbox/not-yet.ts'
import type { Team } from '../ports.ts'
import type { Deps } from './deps.ts'
import { ask } from './find-sandbox.ts'

type NetworkUpdate = components['schemas']['SandboxNetworkUpdateConfig']

/**
 * Replaces who the sandbox may reach: what is not given is cleared. Open connections go on, new ones follow at once.
 * Throws request_invalid (also for an unknown sandbox), sandbox_not_found, conflict.
 */
export async function setSandboxNetwork(
  deps: Deps,
  { team, sandboxId }: { team: Team; sandboxId: string },
  update: NetworkUpdate,
): Promise<void> {
  const isCutOff = update.allow_internet_access === false
  const network = networkLists({ ...update, ...(isCutOff ? { denyOut: [allAddresses] } : {}) })
  checkLists(network)
  await deps.writers.run(sandboxId, async () => {
    await ask(deps, team, sandboxId, 'networkRequested')
    refuseNotYetInNetwork(update)
    const { generation } = await deps.orchestrator.setEgressPolicy(sandboxId, effectiveLists(network, null))
    await deps.store.updateSandbox(sandboxId, {
      network,
      ...(update.allow_internet_access === undefined
        ? {}
        : { allowInternetAccess: update.allow_internet_access }),
      generation,
      changedAtMs: deps.clock.nowMs(),
    })
  })
}
