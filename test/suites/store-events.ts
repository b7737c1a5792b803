/** What every store must do with the ledger, lifecycle events, webhooks and deliveries. */
import { generateKeyPairSync, hash, sign, verify } from 'node:crypto'
import type { NewEvent } from '@cay/control/ports/event.ts'
import type { SandboxRecord } from '@cay/control/ports/sandbox.ts'
import type { Store } from '@cay/control/ports/store.ts'
import type { DeliveryResult, WebhookRecord } from '@cay/control/ports/webhook.ts'
import { lifecycleTypes } from '@cay/core/event/lifecycle.ts'
import { beginAt, verifyEnd, verifyPage } from '@cay/core/event/verify-ledger.ts'
import { describe, expect, test } from 'vitest'

const key = generateKeyPairSync('ed25519')
const markKey = {
  sign: (text: string) => sign(null, Buffer.from(text), key.privateKey).toString('base64url'),
  isSigned: (text: string, signature: string) =>
    verify(null, Buffer.from(text), key.publicKey, Buffer.from(signature, 'base64url')),
}
const signing = { sign: markKey.sign, nowMs: 5 }
const tools = { sha256: (text: string) => hash('sha256', text), isSigned: markKey.isSigned }

const audited: NewEvent = {
  ...{ atMs: 1, teamId: 't1', kind: 'x', actor: 'system', keyId: null, sandboxId: null, subject: null },
  ...{ outcome: 'done', status: null, reason: null },
}

const webhook: WebhookRecord = {
  ...{ webhookId: 'w1', teamId: 't1', name: 'n', url: 'https://a.test/', isEnabled: true },
  ...{ events: lifecycleTypes, sealedSecret: 's', secretMask: '…', createdAtMs: 1 },
}

/** Reads a chain in pages of two, and says what a verifier finds. */
async function verifyChain(store: Store, teamId: string | null) {
  const first = await store.readLedger({ teamId, afterSeq: 0, limit: 1 }, signing)
  let verdict = beginAt(teamId ?? '', first.cut, tools)
  for (;;) {
    if (verdict.kind === 'broken') return verdict.problem
    const { state } = verdict
    const page = await store.readLedger({ teamId, afterSeq: state.seq, limit: 2 }, signing)
    if (page.entries.length === 0) return verifyEnd(state, page.lastHead, tools) ?? state
    const entries = page.entries.map((entry) => ({ ...entry, teamId: entry.teamId ?? '' }))
    verdict = verifyPage(state, { entries, heads: page.heads }, tools)
  }
}

export function describeEvents(
  storeOf: () => Store,
  sandbox: (id: string, more?: Partial<SandboxRecord>) => SandboxRecord,
): void {
  const append = (count: number, more: Partial<NewEvent> = {}) =>
    storeOf().appendEvents(Array.from({ length: count }, (_, atMs) => ({ ...audited, atMs, ...more })))

  describe('an export of events', () => {
    const numbersOf = async (name: string) => (await storeOf().readExport(name, 5)).map(({ atMs }) => atMs)

    test('begins with the next event, and goes on after the last confirmed one', async () => {
      const store = storeOf()
      await append(2, { teamId: 't1' })
      await store.relayEvents()
      expect(await numbersOf('new')).toEqual([])
      await store.beginExport('new')
      expect(await numbersOf('new')).toEqual([])
      await store.appendEvents([30, 31, 32].map((atMs) => ({ ...audited, atMs, teamId: null })))
      await store.relayEvents()
      expect(await numbersOf('new')).toEqual([30, 31, 32])
      const [, second] = await store.readExport('new', 2)
      await store.confirmExport('new', second?.number ?? 0)
      expect(await numbersOf('new')).toEqual([32])
    })

    test('is not set back, neither by another begin nor by a late confirmation', async () => {
      const store = storeOf()
      await store.beginExport('late')
      await append(2)
      await store.relayEvents()
      const [first, second] = await store.readExport('late', 2)
      for (const event of [second, first]) await store.confirmExport('late', event?.number ?? 0)
      await store.beginExport('late')
      expect(await numbersOf('late')).toEqual([])
    })

    test('has the hash of each event in its chain', async () => {
      const store = storeOf()
      await store.beginExport('hashes')
      await append(2, { teamId: 't9' })
      await store.relayEvents()
      const { entries } = await store.readLedger({ teamId: 't9', afterSeq: 0, limit: 5 }, signing)
      const exported = await store.readExport('hashes', 5)
      expect(exported.map(({ seq, hash }) => ({ seq, hash }))).toEqual(
        entries.map(({ seq, hash }) => ({ seq, hash })),
      )
    })
  })

  describe('the ledger', () => {
    test('each team has a chain of its own, and the installation has one', async () => {
      const store = storeOf()
      for (const teamId of ['t1', null, 't2', 't1']) await append(2, { teamId })
      await store.relayEvents()
      await store.signLedgers(markKey.sign, 5)
      expect(await verifyChain(store, 't1')).toMatchObject({ count: 4, signedSeq: 4 })
      expect(await verifyChain(store, 't2')).toMatchObject({ count: 2, signedSeq: 2 })
      expect(await verifyChain(store, null)).toMatchObject({ count: 2, signedSeq: 2 })
      expect(await store.listLedgers()).toEqual([null, 't1', 't2'])
    })

    test('a chain stays one while many write and relay at once', async () => {
      const store = storeOf()
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          await append(3)
          await store.relayEvents()
          await store.signLedgers(markKey.sign, 5)
        }),
      )
      expect(await verifyChain(store, 't1')).toMatchObject({ count: 60, signedSeq: 60 })
    })

    test('retention cuts the chain where a signed cut says so, and the rest is still verified', async () => {
      const store = storeOf()
      for (const atMs of [0, 1, 2, 3, 4, 5, 6, 7, 8]) {
        await append(1, { atMs })
        await store.relayEvents()
        // In pairs: 2, 4, 6 and 8 are heads.
        if (atMs % 2 === 1) await store.signLedgers(markKey.sign, 5)
      }
      const prune = async (beforeMs: number, perTeamMax: number) => {
        const { count, broken } = await store.pruneEvents({ beforeMs, perTeamMax, nowMs: 6 }, markKey)
        expect(broken).toEqual([])
        return count
      }
      expect(await prune(5, 100)).toBe(4)
      expect(await prune(5, 100)).toBe(0)
      expect(await verifyChain(store, 't1')).toMatchObject({ count: 5, signedSeq: 9 })
      expect(await prune(0, 2)).toBe(2)
      const page = await store.readLedger({ teamId: 't1', afterSeq: 0, limit: 9 }, signing)
      expect(page.cut).toMatchObject({ kind: 'cut', seq: 6, atMs: 6 })
      expect(page.entries.map(({ seq }) => seq)).toEqual([7, 8, 9])
      expect(await prune(99, 2)).toBe(3)
      await append(1, { atMs: 100 })
      await store.relayEvents()
      expect(await verifyChain(store, 't1')).toMatchObject({ seq: 10, count: 1 })
    })

    test('a page begins where it is asked to, by number and by time', async () => {
      const store = storeOf()
      await append(5)
      await store.relayEvents()
      const seqs = async (query: object) =>
        (await store.readLedger({ teamId: 't1', afterSeq: 0, limit: 9, ...query }, signing)).entries.map(
          ({ seq }) => seq,
        )
      expect(await seqs({ afterSeq: 3 })).toEqual([4, 5])
      expect(await seqs({ sinceMs: 3 })).toEqual([4, 5])
      expect(await seqs({ sinceMs: 99 })).toEqual([])
    })
  })

  /** Pauses a new sandbox, which is one lifecycle event. */
  async function pause(sandboxId: string, more: Partial<SandboxRecord> = {}, atMs = 2): Promise<void> {
    await storeOf().insertSandbox(sandbox(sandboxId, { state: 'pausing', ...more }))
    await storeOf().changeSandbox(sandboxId, () => ({
      change: { changedAtMs: atMs },
      transition: { event: 'paused', to: 'paused', keyId: null },
    }))
  }

  async function resume(sandboxId: string, atMs = 3): Promise<void> {
    await storeOf().changeSandbox(sandboxId, () => ({
      change: { changedAtMs: atMs },
      transition: { event: 'resumed', to: 'running', keyId: null },
      isPlacement: true,
    }))
  }

  const failed = (number: number, nextAtMs: number): DeliveryResult => ({
    ...{ number, state: 'pending', attempts: 1, nextAtMs, status: 500, error: 'the receiver answered 500' },
  })

  const sent = (number: number): DeliveryResult => ({
    ...{ number, state: 'delivered', attempts: 1, nextAtMs: 0, status: 200, error: null },
  })

  describe('lifecycle events', () => {
    test('are listed as soon as the state has changed, in both orders, and to their team alone', async () => {
      const store = storeOf()
      await pause('ia', { metadata: { a: '1' }, runsSinceMs: 1 }, 5)
      await resume('ia')
      const list = (query: object) =>
        store.listSandboxEvents({ teamId: 't1', offset: 0, limit: 9, order: 'asc', ...query })
      const [paused, resumed, ...rest] = await list({})
      expect(rest).toEqual([])
      expect(paused).toMatchObject({
        ...{ type: 'sandbox.lifecycle.paused', sandboxId: 'ia', teamId: 't1', atMs: 5 },
        data: {
          sandbox_metadata: { a: '1' },
          execution: { started_at: '1970-01-01T00:00:00.001Z', execution_time: 4, memory_mb: 1024 },
        },
      })
      expect(resumed?.executionId).not.toBe(paused?.executionId)
      expect(await list({ order: 'desc', limit: 1 })).toEqual([resumed])
      expect(await list({ offset: 1 })).toEqual([resumed])
      expect(await list({ sandboxId: 'ib' })).toEqual([])
      expect(await list({ teamId: 't2' })).toEqual([])
    })

    test('end what is still pending when they are no longer kept', async () => {
      const store = storeOf()
      await store.insertWebhook(webhook, 9)
      await pause('ia', {}, 2)
      await pause('ib', {}, 3)
      await store.relayEvents()
      expect(await store.expireDeliveries(3, 50)).toBe(1)
      expect(await store.pruneDeliveries(50)).toBe(0)
      expect(await store.pruneSandboxEvents(3)).toBe(1)
      const [dead] = await store.listDeliveries({ webhookId: 'w1', state: 'dead', limit: 9 })
      expect(dead).toMatchObject({ sandboxId: 'ia', changedAtMs: 50, error: 'its event is no longer kept' })
      expect(dead?.event).toBeUndefined()
      expect(await store.listDue('w1', 9, 9)).toMatchObject([{ sandboxId: 'ib' }])
      expect(await store.redeliver('w1', dead?.deliveryId ?? '', 60)).toBeUndefined()
      expect(await store.pruneDeliveries(51)).toBe(1)
    })
  })

  describe('deliveries', () => {
    test('exist for the events that an enabled webhook of the team gets', async () => {
      const store = storeOf()
      await store.insertWebhook(webhook, 9)
      await store.insertWebhook({ ...webhook, webhookId: 'off', isEnabled: false }, 9)
      await store.insertWebhook({ ...webhook, webhookId: 'few', events: ['sandbox.lifecycle.resumed'] }, 9)
      await store.insertWebhook({ ...webhook, webhookId: 'theirs', teamId: 't2' }, 9)
      await pause('ia')
      await resume('ia')
      await store.relayEvents()
      const types = async (webhookId: string) =>
        (await store.listDeliveries({ webhookId, limit: 9 })).map(({ event }) => event?.type.split('.')[2])
      expect(await types('w1')).toEqual(['resumed', 'paused'])
      expect(await types('few')).toEqual(['resumed'])
      expect(await types('off')).toEqual([])
      expect(await types('theirs')).toEqual([])
    })

    test('of a sandbox are due one after the other, and one that waits delays no other sandbox', async () => {
      const store = storeOf()
      await store.insertWebhook(webhook, 9)
      for (const id of ['ia', 'ib']) {
        await pause(id)
        await resume(id)
      }
      await store.relayEvents()
      const due = async (atMs: number) =>
        (await store.listDue('w1', atMs, 2)).map(({ sandboxId, event, number }) => ({
          number,
          what: `${sandboxId} ${event?.type.split('.')[2]}`,
        }))
      const [first] = await due(10)
      expect(first?.what).toBe('ia paused')
      await store.recordResults('w1', [failed(first?.number ?? 0, 50)], 11)
      expect(await due(20)).toMatchObject([{ what: 'ib paused' }])
      // Came after the failure, before the next attempt.
      await store.changeSandbox('ia', () => ({
        change: { changedAtMs: 12 },
        transition: { event: 'paused', to: 'paused', keyId: null },
      }))
      await store.relayEvents()
      const [second] = await due(20)
      await store.recordResults('w1', [sent(second?.number ?? 0)], 21)
      const [third] = await due(22)
      expect(third?.what).toBe('ib resumed')
      await store.recordResults('w1', [sent(third?.number ?? 0)], 23)
      expect(await due(24)).toEqual([])
      expect(await due(50)).toMatchObject([{ what: 'ia paused' }])
      await store.recordResults('w1', [sent(first?.number ?? 0)], 51)
      expect(await due(52)).toMatchObject([{ what: 'ia resumed' }])
    })

    test('of one batch have each its own result', async () => {
      const store = storeOf()
      await store.insertWebhook(webhook, 9)
      await store.insertWebhook({ ...webhook, webhookId: 'w2' }, 9)
      for (const id of ['ia', 'ib', 'ic', 'id', 'ie']) await pause(id)
      await store.relayEvents()
      const due = await store.listDue('w1', 9, 9)
      const [a = 0, b = 0, c = 0, d = 0, e = 0] = due.map(({ number }) => number)
      const dead: DeliveryResult = { ...failed(c, 0), state: 'dead', attempts: 13 }
      const results = [sent(a), failed(b, 50), dead, { ...sent(d), status: 204, attempts: 2 }, sent(e)]
      await store.recordResults('w1', results, 20)
      const recorded = async (webhookId: string) =>
        (await store.listDeliveries({ webhookId, limit: 9 }))
          .map(({ sandboxId, state, attempts, status }) => [sandboxId, state, attempts, status])
          .toReversed()
      expect(await recorded('w1')).toEqual([
        ['ia', 'delivered', 1, 200],
        ['ib', 'pending', 1, 500],
        ['ic', 'dead', 13, 500],
        ['id', 'delivered', 2, 204],
        ['ie', 'delivered', 1, 200],
      ])
      expect(await store.listDue('w1', 49, 9)).toEqual([])
      expect(await store.listDue('w1', 50, 9)).toMatchObject([{ number: b, changedAtMs: 20 }])
      // Of another webhook nothing is recorded.
      await store.recordResults('w1', [sent((await store.listDue('w2', 9, 1))[0]?.number ?? 0)], 21)
      expect((await recorded('w2')).map(([, state]) => state)).toEqual(Array(5).fill('pending'))
    })

    test('are one sender’s until its lease ends, and end with the webhook', async () => {
      const store = storeOf()
      await store.insertWebhook(webhook, 9)
      await pause('ia')
      await store.relayEvents()
      const lease = (senderId: string, nowMs: number) => ({ senderId, nowMs, untilMs: nowMs + 10 })
      expect(await store.findDueWebhooks(5, lease('p', 5))).toMatchObject([{ webhookId: 'w1' }])
      expect(await store.takeWebhook('w1', lease('p', 5))).toMatchObject({ webhookId: 'w1' })
      expect(await store.takeWebhook('w1', lease('p', 6))).toMatchObject({ webhookId: 'w1' })
      expect(await store.takeWebhook('w1', lease('q', 7))).toBeUndefined()
      expect(await store.findDueWebhooks(5, lease('q', 7))).toEqual([])
      expect(await store.takeWebhook('w1', lease('q', 16))).toMatchObject({ webhookId: 'w1' })
      await store.releaseWebhook('w1', 'p')
      expect(await store.takeWebhook('w1', lease('p', 17))).toBeUndefined()
      expect(await store.removeWebhook('t2', 'w1')).toBe(false)
      const [due] = await store.listDue('w1', 9, 9)
      expect(await store.removeWebhook('t1', 'w1')).toBe(true)
      expect(await store.takeWebhook('w1', lease('q', 18))).toBeUndefined()
      await store.recordResults('w1', [sent(due?.number ?? 0)], 20)
      expect(await store.listDeliveries({ webhookId: 'w1', limit: 9 })).toEqual([])
    })

    test('that failed for good are dead letters, until one is sent again by hand', async () => {
      const store = storeOf()
      await store.insertWebhook(webhook, 9)
      await pause('ia')
      await store.relayEvents()
      const [due] = await store.listDue('w1', 9, 9)
      await store.recordResults('w1', [{ ...failed(due?.number ?? 0, 9), state: 'dead' }], 9)
      expect(await store.listDue('w1', 99, 9)).toEqual([])
      expect(await store.listDeliveries({ webhookId: 'w1', state: 'dead', limit: 9 })).toMatchObject([
        { attempts: 1, status: 500, error: 'the receiver answered 500' },
      ])
      expect(await store.redeliver('w2', due?.deliveryId ?? '', 99)).toBeUndefined()
      expect(await store.redeliver('w1', due?.deliveryId ?? '', 99)).toMatchObject({ state: 'pending' })
      expect(await store.listDue('w1', 99, 9)).toMatchObject([
        { deliveryId: due?.deliveryId, attempts: 0, createdAtMs: 2, sinceMs: 99 },
      ])
    })

    test.each([
      ['another URL', { url: 'https://b.test/' }],
      ['another secret', { sealedSecret: 'other' }],
      ['being enabled', { isEnabled: true }],
    ])('that wait for their next attempt are due after %s', async (_, change) => {
      const store = storeOf()
      await store.insertWebhook(webhook, 9)
      await store.insertWebhook({ ...webhook, webhookId: 'w2' }, 9)
      await pause('ia')
      await resume('ia')
      await store.relayEvents()
      for (const id of ['w1', 'w2']) {
        const [due] = await store.listDue(id, 9, 9)
        await store.recordResults(id, [failed(due?.number ?? 0, 500)], 9)
      }
      await store.updateWebhook('t1', 'w1', { name: 'm', isEnabled: false }, 20)
      await store.updateWebhook('t2', 'w1', change, 20)
      expect(await store.listDue('w1', 499, 9)).toEqual([])
      await store.updateWebhook('t1', 'w1', change, 20)
      expect(await store.listDue('w1', 20, 9)).toMatchObject([{ attempts: 1, status: 500 }])
      expect(await store.listDue('w2', 499, 9)).toEqual([])
    })
  })

  test('a team has as many webhooks as it may, also when many are made at once', async () => {
    const store = storeOf()
    const made = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((webhookId) => store.insertWebhook({ ...webhook, webhookId }, 3)),
    )
    expect(made.filter(Boolean)).toHaveLength(3)
    expect(await store.listWebhooks('t1')).toHaveLength(3)
    expect(await store.hasWebhooks()).toBe(true)
    expect(await store.findWebhook('t2', 'a')).toBeUndefined()
    const change = { name: 'new', isEnabled: false, url: 'http://b.test/' }
    expect(await store.updateWebhook('t1', 'a', change, 5)).toEqual({ ...webhook, webhookId: 'a', ...change })
    expect(await store.updateWebhook('t2', 'a', change, 5)).toBeUndefined()
  })
}
