/** Conversions of requests and responses that many routes share. */
import { headers } from '@cay/contract/names.ts'
import { parseSandboxId } from '@cay/core/ids.ts'
import type { Page } from '@cay/core/page.ts'
import type { Caller } from '../app/key/caller.ts'
import type { SandboxTarget } from '../app/sandbox/find-sandbox.ts'
import type { RouteResponse } from './add-operation.ts'
import { invalid } from './validate.ts'

/** Throws request_invalid. */
export function targetOf({
  caller,
  params,
}: {
  caller: Caller
  params: { sandboxID: string }
}): SandboxTarget {
  return { team: caller.team, sandboxId: parseSandboxId(params.sandboxID), keyId: caller.keyId }
}

/** The spec's date format permits a leap second, which instants cannot represent. */
export function instantOf(field: string, text: string): number {
  const atMs = Date.parse(text)
  if (Number.isNaN(atMs)) throw invalid(field, 'must be an instant that exists')
  return atMs
}

export function renderPage(page: Page<unknown>, more: Readonly<Record<string, string>> = {}): RouteResponse {
  const next = page.nextToken === undefined ? {} : { [headers.nextToken]: page.nextToken }
  return { status: 200, body: page.items, headers: { ...next, ...more } }
}
