/** Closes connections that a later policy denies, or would route or rewrite differently. */
import { isDeepStrictEqual } from 'node:util'
import { allowsEstablished } from '@cay/core/egress/established-flow.ts'
import { findRule } from '@cay/core/egress/header-rules.ts'
import type { OpenedRules } from '../../ports/vault.ts'
import type { EgressContext } from '../egress-context.ts'
import { openRules } from '../header-rules/rules.ts'
import type { SandboxRules } from '../header-rules/sandbox-rules.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { AllowedRoute } from './connection.ts'

/**
 * Applies the policy in force now. Returns how many were closed. Connections that are not decided yet follow that policy
 * anyway. When rules cannot be compared, because control does not respond, the connection is closed.
 */
export async function closeDisallowed(context: EgressContext, sandbox: Sandbox): Promise<number> {
  const { policy, rules } = sandbox
  const comparisons = new Map<SandboxRules | undefined, Comparison>()
  let count = 0
  for (const connection of [...sandbox.connections]) {
    const { route } = connection
    if (route === undefined) continue
    const comparison = comparisons.get(route.rules) ?? (await compare(context, sandbox, route.rules, rules))
    comparisons.set(route.rules, comparison)
    // Its address may have become known while rules were fetched.
    if (allowsEstablished(policy, connection.route ?? route) && leavesAlike(comparison, route)) continue
    connection.reset()
    count += 1
  }
  if (count > 0)
    context.log.info(
      { event: 'policy.connections.closed', sandboxID: sandbox.id, count },
      'closed connections that the new policy denies',
    )
  return count
}

type Comparison =
  | { readonly kind: 'same' | 'unknown' }
  | { readonly kind: 'changed'; readonly before: OpenedRules; readonly after: OpenedRules }

async function compare(
  context: EgressContext,
  sandbox: Sandbox,
  before: SandboxRules | undefined,
  after: SandboxRules | undefined,
): Promise<Comparison> {
  if (before === after) return { kind: 'same' }
  try {
    const [opened, openedNow] = await Promise.all([
      openRules(context, sandbox, before),
      openRules(context, sandbox, after),
    ])
    return { kind: 'changed', before: opened, after: openedNow }
  } catch (error) {
    context.log.warn(
      { event: 'policy.compare.failed', sandboxID: sandbox.id, err: error },
      'failed to compare header rules',
    )
    return { kind: 'unknown' }
  }
}

/** Through the same proxy, and with the same headers. */
function leavesAlike(comparison: Comparison, { ruledHost }: AllowedRoute): boolean {
  if (comparison.kind !== 'changed') return comparison.kind === 'same'
  const { before, after } = comparison
  if (!isDeepStrictEqual(before.proxy, after.proxy)) return false
  return (
    ruledHost === undefined ||
    isDeepStrictEqual(findRule(before.rules, ruledHost), findRule(after.rules, ruledHost))
  )
}
