import type { components } from '@cay/contract/gen/control/api.js'
import { checkLists, effectiveLists, networkLists } from '@cay/core/egress/lists.ts'
import { allAddresses } from '@cay/core/egress/policy.ts'
import { unsettledGeneration } from '@cay/core/reconcile/decide-step.ts'
import type { SandboxDecision, SandboxNotice, SandboxRecord } from '../../ports/sandbox.ts'
import type { Deps } from '../deps.ts'
import { nodeOf } from '../node/node-of.ts'
import { amendSandbox, beginOperation, type ChangeDeps, withdrawLater } from './change-sandbox.ts'
import { decideWhenIdle, type SandboxTarget } from './find-sandbox.ts'
import { checkProxy, sealOutbound } from './outbound.ts'

export type NetworkDeps = ChangeDeps & Pick<Deps, 'nodeRegistry' | 'sealer' | 'resolveHost'>

type NetworkUpdate = components['schemas']['SandboxNetworkUpdateConfig']

/**
 * Replaces the egress policy; fields that are not given are cleared. The policy applies to new connections at once;
 * open connections stay, unless the request closes those that it denies. The record is written before the node gets the
 * policy: after a crash of either side the policy is sent again, and when the call to the node fails, the previous
 * policy is restored and sent. Throws request_invalid (also for an unknown sandbox), sandbox_not_found, conflict,
 * rate_limited, node_unavailable.
 */
export async function setSandboxNetwork(
  deps: NetworkDeps,
  { target, update }: { target: SandboxTarget; update: NetworkUpdate },
  signal: AbortSignal,
): Promise<void> {
  const isCutOff = update.allow_internet_access === false
  const network = networkLists({ ...update, ...(isCutOff ? { denyOut: [allAddresses] } : {}) })
  checkLists(network)
  await checkProxy(deps, target.team, update)
  await decideWhenIdle<void>(deps, { target, event: 'networkRequested', signal }, async ({ sandbox }) => {
    const sealed = sealOutbound(deps, target.team.teamId, update)
    const egress = { ...effectiveLists(network, null), ...(sealed === undefined ? {} : { sealed }) }
    const allowInternetAccess = update.allow_internet_access ?? sandbox.allowInternetAccess
    const rules = { network, egress, allowInternetAccess }
    const change = { ...rules, generation: unsettledGeneration }
    nodeOf(deps, sandbox)
    const begun = await beginOperation(deps, { verb: 'network', decided: sandbox, change })
    if (begun === undefined) return 'later'
    await sendRules(deps, { begun, before: sandbox, closesExisting: update.closeExisting })
    return async () => undefined
  })
}

interface Sending {
  /** The record with the new rules. */
  readonly begun: SandboxRecord
  readonly before: SandboxRecord
  readonly closesExisting: boolean
}

async function sendRules(deps: NetworkDeps, { begun, before, closesExisting }: Sending): Promise<void> {
  const { sandboxId } = begun
  const end = (change: Ending) =>
    amendSandbox(deps, sandboxId, { ...change, operation: null }, (locked) =>
      deps.operations.isOurs(begun, locked),
    ).catch((error: unknown) => {
      withdrawLater(deps, begun)
      throw error
    })
  try {
    const egress = begun.egress ?? effectiveLists(begun.network, begun.allowInternetAccess)
    const { orchestrator, epoch } = nodeOf(deps, begun)
    const { generation } = await orchestrator.setEgressPolicy(sandboxId, egress, { closesExisting, epoch })
    await end({ generation, notice: noticeOf(begun) })
  } catch (error) {
    const { network, egress, allowInternetAccess } = before
    await end({ network, egress, allowInternetAccess, generation: unsettledGeneration })
    throw error
  }
}

type Ending = SandboxChangeOf<'network' | 'egress' | 'allowInternetAccess' | 'generation'> &
  Pick<SandboxDecision, 'notice'>

function noticeOf({ network, allowInternetAccess }: SandboxRecord): SandboxNotice {
  const lists = { allow_out: network?.allowOut ?? [], deny_out: network?.denyOut ?? [] }
  const access = allowInternetAccess === null ? {} : { allow_internet_access: allowInternetAccess }
  return { type: 'sandbox.lifecycle.updated', data: { network_egress: { ...lists, ...access } } }
}

type SandboxChangeOf<Field extends keyof SandboxRecord> = Partial<Pick<SandboxRecord, Field>>
