/** Lists of an API that has no end of pages end all the same. */
import { expect, test } from 'vitest'
import { plain } from '../dialect/output/paint.ts'
import type { TeamApi } from '../ports/control-api.ts'
import { exportLedger } from './event/ledger-commands.ts'
import { showEvents } from './event/show-events.ts'
import { showLogs } from './sandbox/follow-logs.ts'
import { listSecrets } from './secret/secret-commands.ts'

const view = { format: 'table' as const, paint: plain, nowMs: 0 }
const event = { id: '1', timestamp: '2026-01-01T00:00:00Z', seq: 1 }
const body = { events: [event], heads: [], logs: [{ message: 'm' }], nextCursor: 'next' }

/** Its pages have as many characters as a test says. */
function endless(length = 100, page: unknown = []): TeamApi {
  const requestPage = async () => ({ body: page, nextToken: 'next', length })
  return { request: async () => body, requestPage } as unknown as TeamApi
}

const access = (api: TeamApi) => ({ own: async () => api, admin: async () => api })
const events = {
  sandboxId: undefined,
  kind: undefined,
  team: undefined,
  isOfAllTeams: false,
  limit: undefined,
}

test('of secrets', async () => {
  await expect(listSecrets(endless(), view)).rejects.toThrow('the list has more than 10000 pages')
  await expect(listSecrets(endless(64 * 1024 * 1024), view)).rejects.toThrow('the list has more than')
})

test('of events', async () => {
  const since = { ...events, sinceMs: 0 }
  await expect(showEvents(access(endless(100, [event])), since, view)).rejects.toThrow(
    'more than 10000 pages',
  )
})

test('of a log', async () => {
  const output = {
    view,
    print: () => undefined,
    printError: () => undefined,
    followUntil: () => AbortSignal.abort(),
  }
  const request = { id: 'i'.repeat(21), isFollowed: false, limit: 10 }
  await expect(showLogs(endless(), request, output)).rejects.toThrow('the list has more than 10000 pages')
})

test('of the ledger, whose numbers grow', async () => {
  const request = { team: undefined, isOfAllTeams: false, sinceMs: undefined }
  await expect(exportLedger(access(endless()), request, () => undefined)).rejects.toThrow(
    'control sent event 1 behind event 1',
  )
})
