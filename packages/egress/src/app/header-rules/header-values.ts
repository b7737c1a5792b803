/**
 * What the placeholders of a rule stand for, at this request. Values are kept in memory for a moment, so that a busy
 * sandbox does not ask control at each request; while control is away, those that were good a little while ago still are.
 */

import type { HeaderRule } from '@cay/core/egress/header-rules.ts'
import {
  fillHeaderValue,
  isHeaderText,
  type Placeholder,
  placeholdersOf,
  renderPlaceholder,
} from '@cay/core/egress/header-value.ts'
import type { RawField } from '@cay/core/egress/http-head.ts'
import { bounds } from '../../bounds.ts'
import type { ResolvedValue } from '../../ports/vault.ts'
import type { Flow } from '../connection/flow.ts'
import { type EgressContext, logAbout } from '../egress-context.ts'
import type { CachedValue, Sandbox } from '../sandbox/sandbox.ts'
import { callVault } from './call-vault.ts'

/** Why a request cannot have its headers, for people. Never holds a value. */
export class ValueMissing extends Error {}

/** Throws ValueMissing. */
export async function findFields(
  { context, sandbox }: Pick<Flow, 'context' | 'sandbox'>,
  { fields }: HeaderRule,
): Promise<RawField[]> {
  const placeholders = new Map(
    fields.flatMap(({ value }) => placeholdersOf(value)).map((each) => [renderPlaceholder(each), each]),
  )
  await lookUp(context, sandbox, [...placeholders.values()])
  return fields.map(({ name, value }) => {
    const text = fillHeaderValue(value, (placeholder) => cachedValue(context, sandbox, placeholder))
    return { name, value: Buffer.from(text).toString('latin1') }
  })
}

function cachedValue(context: EgressContext, sandbox: Sandbox, placeholder: Placeholder): string {
  const key = renderPlaceholder(placeholder)
  const cached = sandbox.values.get(key)
  if (cached !== undefined && 'missing' in cached) throw new ValueMissing(`${key}: ${cached.missing}`)
  if (cached === undefined || cached.staleAtMs < context.clock.nowMs())
    throw new ValueMissing(`${key} cannot be looked up now`)
  return cached.value
}

/** Asks for what is not known well enough. That there is none is known for a moment, too: who asks again costs control nothing. */
async function lookUp(
  context: EgressContext,
  sandbox: Sandbox,
  placeholders: readonly Placeholder[],
): Promise<void> {
  const nowMs = context.clock.nowMs()
  const asked = placeholders.filter((each) => !isFresh(sandbox.values.get(renderPlaceholder(each)), nowMs))
  if (asked.length === 0) return
  const secrets = asked.filter(({ kind }) => kind === 'secret')
  const tokens = asked.filter(({ kind }) => kind === 'identity')
  const names = { secrets: secrets.map(({ name }) => name), tokens: tokens.map(({ name }) => name) }
  try {
    const answer = await callVault(context, sandbox, (vault) => vault.resolveValues(sandbox.id, names))
    cacheAll(context, sandbox, secrets, answer.secrets)
    cacheAll(context, sandbox, tokens, answer.tokens)
  } catch (error) {
    logAbout(context, sandbox)?.warn(
      { event: 'vault.lookup.failed', sandboxID: sandbox.id, err: error },
      'failed to fetch values for headers',
    )
  }
}

function isFresh(cached: CachedValue | undefined, nowMs: number): boolean {
  return cached !== undefined && nowMs < cached.freshUntilMs
}

function cacheAll(
  context: EgressContext,
  sandbox: Sandbox,
  asked: readonly Placeholder[],
  answers: readonly ResolvedValue[],
): void {
  const nowMs = context.clock.nowMs()
  for (const [index, placeholder] of asked.entries()) {
    const key = renderPlaceholder(placeholder)
    sandbox.values.set(key, toCached(answers[index] ?? { missing: 'control does not know it' }, nowMs))
  }
}

function toCached(answer: ResolvedValue, nowMs: number): CachedValue {
  const freshUntilMs = nowMs + bounds.secretFreshMsMax
  if ('missing' in answer) return { missing: answer.missing, freshUntilMs }
  if (!isHeaderText(answer.value)) return { missing: 'its value cannot stand in a header', freshUntilMs }
  return { value: answer.value, ...timesOf(answer.goodUntilMs, nowMs) }
}

/** A token is good for as long as it says, but is renewed when half of that has passed. */
function timesOf(goodUntilMs: number | undefined, nowMs: number) {
  if (goodUntilMs === undefined) {
    return { freshUntilMs: nowMs + bounds.secretFreshMsMax, staleAtMs: nowMs + bounds.secretStaleMsMax }
  }
  return { freshUntilMs: nowMs + (goodUntilMs - nowMs) / 2, staleAtMs: goodUntilMs }
}
