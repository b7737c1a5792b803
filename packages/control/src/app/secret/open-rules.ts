/**
 * Decrypts the header rules of a sandbox's policy and the values of their placeholders for the egress gateway. None of
 * it is logged.
 */
import { sandboxNotFound } from '@cay/core/sandbox/state.ts'
import { parseSecretSelector } from '@cay/core/secret/secret-rules.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Outbound, Value } from '../../ports/vault.ts'
import { openOutbound } from '../sandbox/outbound.ts'
import { type IdentityDeps, mintToken } from './identity.ts'
import { openSecret } from './sealed-value.ts'

/** Throws sandbox_not_found, and an error when the rules were not encrypted for the sandbox's team. */
export async function openRules(
  deps: IdentityDeps,
  { sandboxId, sealed }: { sandboxId: string; sealed: string },
): Promise<Outbound> {
  const { teamId } = await find(deps, sandboxId)
  return openOutbound(deps, teamId, sealed)
}

/** Throws sandbox_not_found. */
export async function resolveValues(
  deps: IdentityDeps,
  {
    sandboxId,
    secrets,
    tokens,
  }: { sandboxId: string; secrets: readonly string[]; tokens: readonly string[] },
): Promise<{ secrets: Value[]; tokens: Value[] }> {
  const sandbox = await find(deps, sandboxId)
  return {
    secrets: await Promise.all(secrets.map((name) => secretValue(deps, sandbox, name))),
    tokens: await Promise.all(tokens.map((name) => tokenValue(deps, sandbox, name))),
  }
}

async function find({ store }: IdentityDeps, sandboxId: string): Promise<SandboxRecord> {
  const sandbox = await store.findSandbox(sandboxId)
  if (sandbox === undefined || sandbox.state === 'ended') throw sandboxNotFound(sandboxId)
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
