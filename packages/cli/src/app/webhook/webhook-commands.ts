/** Webhooks from the command line. Those that return text return what is to be printed. */

import { randomBytes } from 'node:crypto'
import { lifecycleTypes } from '@cay/core/event/lifecycle.ts'
import { printable } from '@cay/core/terminal-text.ts'
import { fieldIn, numberIn, textIn } from '../../dialect/output/fields.ts'
import { type ListView, renderList } from '../../dialect/output/table.ts'
import {
  deliveryColumns,
  parseDeliveries,
  parseWebhook,
  parseWebhooks,
  webhookColumns,
} from '../../dialect/webhook/webhook-responses.ts'
import type { ControlApi } from '../../ports/control-api.ts'
import { forEachGiven, type LineOutput } from '../for-each-given.ts'

const secretBytes = 32
const root = '/events/webhooks'

export async function listWebhooks(team: ControlApi, view: ListView): Promise<string> {
  return renderList(parseWebhooks(await team.request({ method: 'GET', path: root })), webhookColumns, view)
}

export interface NewWebhook {
  readonly url: string
  readonly name: string | undefined
  /** Types, or their last words; undefined: all. */
  readonly events: readonly string[] | undefined
  /** Undefined: one is made. */
  readonly secret: string | undefined
}

/** The id, and below it the secret if one was made: it is shown this once. */
export async function createWebhook(
  team: ControlApi,
  { url, name, events, secret }: NewWebhook,
): Promise<string> {
  const signatureSecret = secret ?? `whsec_${randomBytes(secretBytes).toString('base64')}`
  const types = events?.map((word) => (word.includes('.') ? word : `sandbox.lifecycle.${word}`))
  const body = { name: name ?? URL.parse(url)?.hostname ?? url, url, events: types ?? lifecycleTypes }
  const request = { method: 'POST', path: root, body: { ...body, signatureSecret } }
  const { webhookId } = parseWebhook(await team.request(request))
  const shown = printable(webhookId)
  return secret === undefined ? `${shown}\n${signatureSecret}` : shown
}

export async function deleteWebhook(team: ControlApi, webhookId: string): Promise<string> {
  await team.request({ method: 'DELETE', path: pathOf(webhookId) })
  return webhookId
}

/** The exit code: 1 when the receiver did not take it. */
export async function testWebhook(
  team: ControlApi,
  webhookId: string,
  { print, printError }: LineOutput,
): Promise<number> {
  const result = await team.request({ method: 'POST', path: `${pathOf(webhookId)}/test` })
  const status = numberIn(result, 'status')
  if (fieldIn(result, 'delivered') === true) {
    print(`delivered: the receiver answered ${status}`)
    return 0
  }
  printError(`Error: not delivered: ${textIn(result, 'error') ?? `the receiver answered ${status}`}`)
  return 1
}

export async function listDeliveries(
  team: ControlApi,
  { webhookId, state, limit }: { webhookId: string; state: string | undefined; limit: number },
  view: ListView,
): Promise<string> {
  const query = new URLSearchParams({
    limit: String(limit),
    ...(state === undefined ? {} : { state }),
  })
  const body = await team.request({ method: 'GET', path: `${pathOf(webhookId)}/deliveries?${query}` })
  return renderList(parseDeliveries(body), deliveryColumns(view.nowMs), view)
}

/** Sends each again, also when one of them cannot be; prints the ids. The exit code is 1 when one could not be. */
export async function redeliver(
  team: ControlApi,
  { webhookId, deliveryIds }: { webhookId: string; deliveryIds: readonly string[] },
  output: LineOutput,
): Promise<number> {
  const sendAgain = async (deliveryId: string) => {
    const path = `${pathOf(webhookId)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`
    await team.request({ method: 'POST', path })
    return deliveryId
  }
  return await forEachGiven(deliveryIds, sendAgain, output)
}

function pathOf(webhookId: string): string {
  return `${root}/${encodeURIComponent(webhookId)}`
}
