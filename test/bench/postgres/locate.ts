/** Lookups by id among a million sandboxes, requested at a constant rate whether or not the former ones are answered. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgresStore } from '@cay/control/edge/store/postgres/open-postgres-store.ts'
import type { SandboxRecord } from '@cay/control/ports/sandbox.ts'
import type { Store } from '@cay/control/ports/store.ts'
import { simulatedBuild } from '@cay/orchestrator/sim/simulated-node.ts'
import type { PostgresServer } from '../../support/postgres.ts'
import type { Reading } from '../report.ts'
import { median, percentile } from '../statistics.ts'
import type { PostgresMeasurement } from './measurement.ts'

const rows = 1_000_000
const perSecond = 5_000
const seconds = 10
const warmSeconds = 3
const p99MsMax = 5

export async function measureLocate(
  url: string,
  server: Pick<PostgresServer, 'query'>,
  { signal }: Pick<PostgresMeasurement, 'signal'>,
): Promise<Reading[]> {
  const store = await openPostgresStore(url)
  try {
    await populate(store, url, server)
    signal.throwIfAborted()
    await requestAtRate(store, warmSeconds)
    signal.throwIfAborted()
    const { samples, endedMs } = await requestAtRate(store, seconds)
    return [
      { name: 'locate by id at 5,000/s among 1,000,000: p50', value: median(samples), unit: 'ms' },
      {
        name: 'locate by id at 5,000/s among 1,000,000: p99',
        ...{ value: percentile(samples, 99), unit: 'ms', valueMax: p99MsMax },
      },
      {
        name: 'locate by id: answered',
        ...{ value: (samples.length / endedMs) * 1000, unit: '/s', valueMin: 0.99 * perSecond },
      },
    ]
  } finally {
    await store.close()
  }
}

const idOf = (index: number) => `i${String(index).padStart(20, '0')}`

/** One sandbox through the store, and copies of its row. */
async function populate(store: Store, url: string, server: Pick<PostgresServer, 'query'>): Promise<void> {
  const { teamId } = await store.ensureTeam({ teamId: 'bench', slug: 'default', name: 'Default' }, 0)
  await store.insertSandbox(recordOf(teamId))
  const copies = `do $$
    declare others text;
    begin
      select string_agg(quote_ident(column_name), ', ') into others from information_schema.columns
        where table_schema = current_schema() and table_name = 'sandboxes' and column_name <> 'sandbox_id';
      execute format('insert into sandboxes (sandbox_id, %1$s)
        select ''i'' || lpad(n::text, 20, ''0''), %1$s from sandboxes, generate_series(1, ${rows - 1}) n', others);
    end $$`
  await server.query(url, copies)
  await server.query(url, 'vacuum analyze sandboxes')
}

function recordOf(teamId: string): SandboxRecord {
  const { templateId, buildId, envdVersion, resources } = simulatedBuild
  const lifecycle = {
    onTimeout: 'pause',
    filesOnly: false,
    autoResume: true,
    autoResumeSeconds: 300,
  } as const
  return {
    ...{ sandboxId: idOf(0), teamId, templateId, buildId, alias: 'base', state: 'paused', generation: 1 },
    ...{ epoch: 1, nodeId: 'local', originId: null, operation: null, lifecycle, resources, envdVersion },
    ...{ startedAtMs: 0, runsSinceMs: 0, endAtMs: 0, changedAtMs: 0, endedAtMs: null, endReason: null },
    ...{ pausedFilesOnly: false, isSecured: true, allowInternetAccess: null, ingress: null, iam: null },
    ...{ network: null, egress: { allowOut: [], denyOut: [] }, metadata: {} },
  }
}

/** Milliseconds from the moment when each lookup was due to its answer. Throws when one fails. */
async function requestAtRate(
  store: Store,
  duration: number,
): Promise<{ readonly samples: readonly number[]; readonly endedMs: number }> {
  const samples: number[] = []
  const lookups: Promise<unknown>[] = []
  const startedMs = performance.now()
  const lookUp = async (dueMs: number) => {
    const found = await store.findSandbox(idOf(Math.floor(Math.random() * rows)))
    if (found === undefined) throw new Error('a sandbox that is there was not found')
    samples.push(performance.now() - dueMs)
  }
  while (lookups.length < perSecond * duration) {
    const due = Math.min(((performance.now() - startedMs) * perSecond) / 1000, perSecond * duration)
    while (lookups.length < due)
      // Judged in the end: the load goes on meanwhile.
      lookups.push(lookUp(startedMs + (lookups.length * 1000) / perSecond).catch((error: unknown) => error))
    await sleep(1)
  }
  const failure = (await Promise.all(lookups)).find((outcome) => outcome !== undefined)
  if (failure !== undefined) throw failure
  return { samples, endedMs: performance.now() - startedMs }
}
