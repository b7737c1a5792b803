/** Lookups by id among a million sandboxes, in a process that runs as control does. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { controlNodeArgs } from '@cay/cli/installation.ts'
import { openPostgresStore } from '@cay/control/edge/store/postgres/open-postgres-store.ts'
import type { SandboxRecord } from '@cay/control/ports/sandbox.ts'
import { simulatedBuild } from '@cay/orchestrator/sim/simulated-node.ts'
import type { PostgresServer } from '../../support/postgres.ts'
import type { Reading } from '../report.ts'
import { median, percentile } from '../statistics.ts'
import { type Located, perSecond, sandboxIdAt } from './lookups.ts'
import type { PostgresMeasurement } from './measurement.ts'

const rows = 1_000_000
const p99MsMax = 5
const worker = new URL('locate-worker.ts', import.meta.url)

export async function measureLocate(
  url: string,
  server: Pick<PostgresServer, 'query'>,
  { signal }: Pick<PostgresMeasurement, 'signal'>,
): Promise<Reading[]> {
  await populate(url, server)
  signal.throwIfAborted()
  const { samples, endedMs } = await locateInWorker(url)
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
}

async function locateInWorker(url: string): Promise<Located> {
  const child = fork(worker, [url, String(rows)], { execArgv: [...controlNodeArgs] })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the lookups ended with exit code ${code}`)
  })
  try {
    const [located] = (await Promise.race([once(child, 'message'), ended])) as [Located]
    return located
  } finally {
    child.kill()
  }
}

/** One sandbox through the store, and copies of its row. */
async function populate(url: string, server: Pick<PostgresServer, 'query'>): Promise<void> {
  const store = await openPostgresStore(url)
  try {
    const { teamId } = await store.ensureTeam({ teamId: 'bench', slug: 'default', name: 'Default' }, 0)
    await store.insertSandbox(recordOf(teamId))
  } finally {
    await store.close()
  }
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
    ...{
      sandboxId: sandboxIdAt(0),
      teamId,
      templateId,
      buildId,
      alias: 'base',
      state: 'paused',
      generation: 1,
    },
    ...{ epoch: 1, nodeId: 'local', originId: null, operation: null, lifecycle, resources, envdVersion },
    ...{ startedAtMs: 0, runsSinceMs: 0, endAtMs: 0, changedAtMs: 0, endedAtMs: null, endReason: null },
    ...{ pausedFilesOnly: false, isSecured: true, allowInternetAccess: null, ingress: null, iam: null },
    ...{ network: null, egress: { allowOut: [], denyOut: [] }, metadata: {} },
  }
}
