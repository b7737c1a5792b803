/**
 * Decrypts the header rules of a sandbox's policy and the values of their placeholders for the egress gateway. None of
 * it is logged.
 */
import { sandboxNotFound } from '@cay/core/sandbox/state.ts'
import { parseSecretSelector } from '@cay/core/secret/secret-rules.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Outbound, Value } from '../../ports/vault.ts'
import { assertOnCaller } from '../node/caller-rights.ts'
import { openOutbound } from '../sandbox/outbound.ts'
import { type IdentityDeps, mintToken } from './identity.ts'
import { openSecret } from './sealed-value.ts'

interface Asked {
  readonly sandboxId: string
  /** The node that asks; undefined on a single machine. */
  readonly caller: string | undefined
}

/** Throws sandbox_not_found, forbidden, and an error when the rules were not encrypted for the sandbox's team. */
export async function openRules(
  deps: IdentityDeps,
  { sealed, ...asked }: Asked & { readonly sealed: string },
): Promise<Outbound> {
  const { teamId } = await find(deps, asked)
  return openOutbound(deps, teamId, sealed)
}

/** Throws sandbox_not_found, forbidden. */
export async function resolveValues(
  deps: IdentityDeps,
  {
    secrets,
    tokens,
    ...asked
  }: Asked & { readonly secrets: readonly string[]; readonly tokens: readonly string[] },
): Promise<{ secrets: Value[]; tokens: Value[] }> {
  const sandbox = await find(deps, asked)
  return {
    secrets: await Promise.all(secrets.map((name) => secretValue(deps, sandbox, name))),
    tokens: await Promise.all(tokens.map((name) => tokenValue(deps, sandbox, name))),
  }
}

async function find(deps: IdentityDeps, { sandboxId, caller }: Asked): Promise<SandboxRecord> {
  const sandbox = await deps.store.findSandbox(sandboxId)
  if (sandbox === undefined || sandbox.state === 'ended') throw sandboxNotFound(sandboxId)
  assertOnCaller(deps, sandbox, caller)
  return sandbox
}

async function secretValue(deps: IdentityDeps, { teamId }: SandboxRecord, name: string): Promise<Value> {
  const selector = parseSecretSelector(name)
  const secret = selector === undefined ? undefined : await deps.store.findSecret(teamId, selector)
  return secret === undefined ? { missing: 'there is no such secret' } : { value: openSecret(deps, secret) }
}

async function tokenValue(deps: IdentityDeps, sandbox: SandboxRecord, name: string): Promise<Value> {
  const minted = await mintToken(deps, sandbox, name)
  return minted === undefined
    ? { missing: 'the sandbox has no such token' }
    : { value: minted.token, goodUntilMs: minted.expiresAtMs }
}
