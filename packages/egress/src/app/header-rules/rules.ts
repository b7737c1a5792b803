import { hasName, normalizeName } from '@cay/core/egress/domain-name.ts'
import { findRule, type HeaderRule } from '@cay/core/egress/header-rules.ts'
import type { OpenedRules } from '../../ports/vault.ts'
import type { Flow } from '../connection/flow.ts'
import type { EgressContext } from '../egress-context.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { callVault } from './call-vault.ts'
import type { SandboxRules } from './sandbox-rules.ts'

/** The name in its normal form when a header rule matches it. */
export function ruledName({ rules }: Sandbox, name: string | undefined): string | undefined {
  const normal = name === undefined ? undefined : normalizeName(name)
  return normal !== undefined && rules !== undefined && hasName(rules.hosts, normal) ? normal : undefined
}

/**
 * The rule for a host that `ruledName` returned. Throws when control does not respond: a request must not be sent without
 * the headers of its rule.
 */
export async function ruleFor({ context, sandbox }: Flow, host: string): Promise<HeaderRule> {
  const rule = findRule((await openRules(context, sandbox, sandbox.rules)).rules, host)
  if (rule === undefined) throw new Error(`no rule for ${host}, though its policy says so`)
  return rule
}

const nothing: OpenedRules = { rules: [], proxy: undefined }

/** Fetched once per policy; a failure is not cached. */
export async function openRules(
  context: EgressContext,
  sandbox: Sandbox,
  rules: SandboxRules | undefined,
): Promise<OpenedRules> {
  if (rules === undefined) return nothing
  rules.opened ??= callVault(context, sandbox, (vault) => vault.openRules(sandbox.id, rules.sealed.text))
  try {
    return await rules.opened
  } catch (error) {
    rules.opened = undefined
    throw error
  }
}
