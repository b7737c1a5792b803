import type { components } from '@cay/contract/gen/control/api.js'
import { checkLists, effectiveLists, networkLists } from '@cay/core/egress/lists.ts'
import { allAddresses } from '@cay/core/egress/policy.ts'
import { unsettledGeneration } from '@cay/core/reconcile/decide-step.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'
import { amendSandbox, type ChangeDeps } from './change-sandbox.ts'
import { loadAndDecide, type SandboxTarget } from './find-sandbox.ts'
import { checkProxy, sealOutbound } from './outbound.ts'

export type NetworkDeps = ChangeDeps & Pick<Deps, 'orchestrator' | 'sealer' | 'resolveHost'>

type NetworkUpdate = components['schemas']['SandboxNetworkUpdateConfig']

/**
 * Replaces the egress policy; fields that are not given are cleared. The policy applies to new connections at once;
 * open connections stay, unless the request closes those that it denies. The record is written before the node gets the
 * policy: after a crash of either side the policy is sent again, and when the call to the node fails, the previous
 * policy is restored and sent. Throws request_invalid (also for an unknown sandbox), sandbox_not_found, conflict,
 * node_unavailable.
 */
export async function setSandboxNetwork(
  deps: NetworkDeps,
  target: SandboxTarget,
  update: NetworkUpdate,
): Promise<void> {
  const { sandboxId } = target
  const isCutOff = update.allow_internet_access === false
  const network = networkLists({ ...update, ...(isCutOff ? { denyOut: [allAddresses] } : {}) })
  checkLists(network)
  await checkProxy(deps, update)
  await deps.writers.run(sandboxId, async () => {
    const { sandbox } = await loadAndDecide(deps, target, 'networkRequested')
    const sealed = sealOutbound(deps, target.team.teamId, update)
    const egress = { ...effectiveLists(network, null), ...(sealed === undefined ? {} : { sealed }) }
    const allowInternetAccess = update.allow_internet_access ?? sandbox.allowInternetAccess
    await writeRules(deps, sandboxId, { network, egress, allowInternetAccess })
    try {
      const options = { closesExisting: update.closeExisting }
      const { generation } = await deps.orchestrator.setEgressPolicy(sandboxId, egress, options)
      await amendSandbox(deps, sandboxId, { generation })
    } catch (error) {
      await writeRules(deps, sandboxId, sandbox)
      throw error
    }
  })
}

type Rules = Pick<SandboxRecord, 'network' | 'egress' | 'allowInternetAccess'>

async function writeRules(deps: NetworkDeps, sandboxId: string, rules: Rules): Promise<void> {
  const { network, egress, allowInternetAccess } = rules
  const change = { network, egress, allowInternetAccess, generation: unsettledGeneration }
  await amendSandbox(deps, sandboxId, change)
}
