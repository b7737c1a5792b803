import type { Vault } from '../../ports/vault.ts'
import type { EgressContext } from '../egress-context.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'

/** Throws beyond the share of the sandbox's team in calls to control, and when control does not respond. */
export async function callVault<T>(
  { vault, vaultCalls }: Pick<EgressContext, 'vault' | 'vaultCalls'>,
  { party }: Pick<Sandbox, 'party'>,
  call: (vault: Vault) => Promise<T>,
): Promise<T> {
  const leave = vaultCalls.enter(party.team)
  if (leave === undefined) throw new Error('too many calls to control in progress for this team')
  try {
    return await call(vault)
  } finally {
    leave()
  }
}
