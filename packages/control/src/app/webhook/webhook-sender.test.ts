import { createLogger } from '@cay/kit/log.ts'
import { expect, test, vi } from 'vitest'
import type { Delivery, DeliveryResult, PostOutcome, WebhookRecord } from '../../ports/webhook.ts'
import { FakeClock } from '../../sim/fake-clock.ts'
import { type SenderDeps, WebhookSender } from './webhook-sender.ts'

const webhook: WebhookRecord = {
  ...{ webhookId: 'w1', teamId: 't1', name: 'n', url: 'https://a.test/', isEnabled: true },
  ...{ events: [], sealedSecret: 's', secretMask: '…', createdAtMs: 1 },
}

const deliveryOf = (sandboxId: string, number: number): Delivery => ({
  ...{ number, deliveryId: `d${number}`, webhookId: 'w1', sandboxId, state: 'pending', attempts: 0 },
  ...{ nextAtMs: 0, createdAtMs: 0, sinceMs: 0, changedAtMs: 0, status: null, error: null },
  event: {
    ...{ eventId: `e${number}`, type: 'sandbox.lifecycle.created', atMs: 0, teamId: 't1', sandboxId },
    ...{ templateId: 't', buildId: 'b', executionId: 'x', data: {} },
  },
})

/** A sender whose requests are answered by the test. `calls` has what it asks of the store, in order. */
function startSender(due: readonly Delivery[]) {
  const calls: string[] = []
  const clock = new FakeClock()
  const waiting = new Map<string, (outcome: PostOutcome) => void>()
  let pending = due
  const store = {
    hasWebhooks: async () => true,
    relayEvents: async () => 0,
    findDueWebhooks: async () => (pending.length === 0 ? [] : [webhook]),
    takeWebhook: vi.fn<SenderDeps['store']['takeWebhook']>(async () => webhook),
    releaseWebhook: async () => void calls.push('release'),
    listDue: async () => [...pending],
    recordResults: async (_: string, results: readonly DeliveryResult[]) => {
      calls.push(
        ...results.map(({ number, state, error }) => [number, state, error].filter(Boolean).join(' ')),
      )
      pending = pending.filter(({ number }) => !results.some((result) => result.number === number))
    },
  }
  const sender = new WebhookSender({
    ...{
      store,
      clock,
      leaseClock: clock,
      operations: { processId: 'p' },
      replicas: { count: 1 },
      retries: 'day',
    },
    ...{ sealer: { seal: (text) => text, open: (text) => text, digest: (text) => text }, random: () => 0 },
    log: createLogger('control', 'silent'),
    post: (request) =>
      new Promise((resolve) => {
        waiting.set(request.headers['webhook-id'] ?? '', resolve)
      }),
  })
  const stopped = new AbortController()
  const running = sender.run(stopped.signal)
  return {
    ...{ calls, clock, store },
    sent: () => [...waiting.keys()],
    answer(eventId: string, status: number) {
      waiting.get(eventId)?.({ status })
      waiting.delete(eventId)
    },
    async stop() {
      stopped.abort()
      await running
    },
  }
}

test('a database error in the middle of a batch loses no result, and the webhook is released when its requests have ended', async () => {
  const sender = startSender([deliveryOf('ia', 1), deliveryOf('ib', 2)])
  await expect.poll(sender.sent).toEqual(['e1', 'e2'])
  sender.clock.skip(2_000)
  sender.store.takeWebhook.mockRejectedValueOnce(new Error('the database is away'))
  sender.answer('e1', 200)
  await expect.poll(() => sender.store.takeWebhook).toHaveBeenCalledTimes(2)
  await sender.clock.advance(0)
  expect(sender.calls).toEqual([])
  sender.answer('e2', 200)
  await expect.poll(() => sender.calls).toEqual(['1 delivered', '2 delivered', 'release'])
  await sender.stop()
})

test('a delivery whose event is gone ends with a reason, instead of blocking its sandbox for ever', async () => {
  const sender = startSender([{ ...deliveryOf('ia', 1), event: undefined }])
  await expect.poll(() => sender.calls).toEqual(['1 dead its event is no longer kept', 'release'])
  expect(sender.sent()).toEqual([])
  await sender.stop()
})
