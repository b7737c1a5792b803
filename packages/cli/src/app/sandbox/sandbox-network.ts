/** `cay sandbox network`: shows the egress policy of a sandbox, or replaces it. */
import { allAddresses } from '@cay/core/egress/policy.ts'
import { CommandError } from '../../dialect/output/command-error.ts'
import { fieldIn, textIn } from '../../dialect/output/fields.ts'
import { type ListView, renderRecord } from '../../dialect/output/table.ts'
import type { TeamApi } from '../../ports/control-api.ts'
import { findSandbox, pathOfSandbox } from './find-sandbox.ts'

export interface NetworkChange {
  readonly allowOut: readonly string[]
  readonly denyOut: readonly string[]
  /** All destinations are allowed, also to a sandbox that was created without internet access. */
  readonly opens: boolean
  /** Open connections that the new policy does not allow are closed. */
  readonly closesExisting: boolean
  /** Header rules and the proxy stay as they are. */
  readonly keepsRules: boolean
}

/** Without a change the present policy is shown. Returns the text to print. */
export async function sandboxNetwork(
  team: TeamApi,
  { id, change }: { readonly id: string; readonly change: NetworkChange | undefined },
  view: ListView,
): Promise<string> {
  const { sandboxId, body } = await findSandbox(team, id)
  if (change === undefined) return await renderRecord(parsePolicy(body), { name: sandboxId, view })
  const { closesExisting, keepsRules } = change
  const kept = keepsRules ? keptOf(fieldIn(body, 'network')) : {}
  await team.request({
    method: 'PUT',
    path: `${pathOfSandbox(sandboxId)}/network`,
    body: { ...listsOf(change, body), ...kept, ...(closesExisting ? { closeExisting: true } : {}) },
  })
  return sandboxId
}

/** For the API a change of the lists is the end of "no internet access": here it lasts until somebody opens the sandbox. */
function listsOf({ allowOut, denyOut, opens }: NetworkChange, sandbox: unknown): object {
  if (fieldIn(sandbox, 'allowInternetAccess') !== false) return { allowOut, denyOut }
  if (opens) return { allowOut, denyOut, allow_internet_access: true }
  return { allowOut, denyOut: denyOut.includes(allAddresses) ? denyOut : [...denyOut, allAddresses] }
}

/** The API clears what a change does not name. It returns header rules as they were given, and no password. */
function keptOf(network: unknown): object {
  const rules = fieldIn(network, 'rules')
  const egressProxy = fieldIn(network, 'egressProxy')
  if (textIn(egressProxy, 'username') !== null)
    throw new CommandError(
      'the sandbox has a proxy with a password, which this change would remove: the API does not return it',
      { hint: 'make the change by the API, or remove header rules and proxy with --no-rules' },
    )
  return {
    ...(rules === undefined ? {} : { rules }),
    ...(egressProxy === undefined || egressProxy === null ? {} : { egressProxy }),
  }
}

function parsePolicy(body: unknown) {
  const network = fieldIn(body, 'network')
  return {
    allowOut: fieldIn(network, 'allowOut') ?? [],
    denyOut: fieldIn(network, 'denyOut') ?? [],
    allowInternetAccess: fieldIn(body, 'allowInternetAccess') ?? null,
    allowPublicTraffic: fieldIn(network, 'allowPublicTraffic') ?? true,
    rules: fieldIn(network, 'rules') ?? {},
  }
}
