import { ServiceError } from '@cay/core/errors.ts'
import { stillInProgress } from '@cay/core/sandbox/idempotency.ts'
import type { Operation } from '@cay/core/sandbox/operation.ts'
import type { Event, State } from '@cay/core/sandbox/state.ts'
import type { SandboxEvent } from '@cay/core/sandbox/transition.ts'
import type { Kysely, Selectable, Transaction, Updateable } from 'kysely'
import sql, { join } from 'sql-template-tag'
import type {
  CreateKey,
  NodeClaim,
  SandboxChange,
  SandboxDecision,
  SandboxRecord,
} from '../../../ports/sandbox.ts'
import type { Store } from '../../../ports/store.ts'
import { releasedColumns } from '../artifact/garbage.ts'
import { asCondition } from '../as-condition.ts'
import { addToOutbox, toOutbox } from '../event/outbox.ts'
import { lifecycleOf } from '../event/sandbox-events.ts'
import type { Reader } from '../reader.ts'
import type { RowLocks, Write } from '../row-locks.ts'
import type { Tables } from '../schema.ts'
import type { RecordActivity } from '../team/team-activity.ts'
import { assertVolumesExist, claimVolumes } from '../volume/attachments.ts'
import {
  isShown,
  type LocationValues,
  type MarkValues,
  selectCount,
  selectListed,
  selectUnended,
  toLocation,
  toMark,
} from './sandbox-lists.ts'
import { admit, readTeamUsage } from './team-usage.ts'

type Part = Pick<
  Store,
  | 'insertSandbox'
  | 'findFirstCreate'
  | 'findSandbox'
  | 'locateSandbox'
  | 'findSandboxes'
  | 'changeSandbox'
  | 'discardSandbox'
  | 'listSandboxes'
  | 'countSandboxes'
  | 'countByTeam'
  | 'teamUsage'
  | 'listOperations'
  | 'renewOperations'
  | 'listUnended'
  | 'pruneEnded'
>

type Row = Selectable<Tables['sandboxes']>

/** Lookups by id; the database decides how those that arrive at once are combined. */
export interface SandboxLookups {
  readonly findRow: (sandboxId: string) => Promise<Row | undefined>
  readonly findLocation: (sandboxId: string) => Promise<LocationValues | undefined>
}

interface SandboxTools {
  readonly reader: Reader
  readonly lookups: SandboxLookups
  readonly locks: RowLocks
  readonly recordActivity: RecordActivity
}

export function createSandboxStore(
  db: Kysely<Tables>,
  { reader, lookups, locks, recordActivity }: SandboxTools,
): Part {
  return {
    insertSandbox: (sandbox, { needsAdmission = false, claim, createKey } = {}) =>
      db.transaction().execute(async (transaction) => {
        if (claim !== undefined) {
          await claimNode(transaction, locks, claim)
          await claimVolumes(transaction, locks, { ...claim.volumes, nodeId: claim.nodeId })
        }
        await assertVolumesExist(transaction, locks, sandbox.volumeMounts)
        if (needsAdmission) await admit(transaction, locks, { sandbox, nowMs: sandbox.changedAtMs })
        await transaction.insertInto('sandboxes').values(toRow(sandbox)).execute()
        if (createKey !== undefined) await takeCreateKey(transaction, sandbox, createKey)
        if (sandbox.state === 'ended') return
        const { sandboxId: sandbox_id, teamId: team_id, startedAtMs: started_at_ms } = sandbox
        const pairs = Object.entries(sandbox.metadata).map(([key, value]) => ({
          ...{ sandbox_id, key, value, team_id, started_at_ms },
        }))
        if (pairs.length > 0) await transaction.insertInto('sandbox_metadata').values(pairs).execute()
      }),

    async findFirstCreate(teamId, key) {
      const taken = await db
        .selectFrom('create_keys')
        .select(['sandbox_id', 'digest'])
        .where('team_id', '=', teamId)
        .where('create_key', '=', key)
        .executeTakeFirst()
      const row = taken === undefined ? undefined : await lookups.findRow(taken.sandbox_id)
      return taken === undefined || row === undefined
        ? undefined
        : { digest: taken.digest, sandbox: toRecord(row) }
    },

    async findSandbox(sandboxId) {
      const row = await lookups.findRow(sandboxId)
      return row === undefined ? undefined : toRecord(row)
    },

    async locateSandbox(sandboxId) {
      const values = await lookups.findLocation(sandboxId)
      return values === undefined ? undefined : toLocation(values)
    },

    changeSandbox: (sandboxId, decide, claim) =>
      db.transaction().execute(async (transaction) => {
        if (claim !== undefined) await claimNode(transaction, locks, claim)
        const before = await findForChange(transaction, locks, sandboxId)
        const decision = before === undefined ? undefined : decide(before)
        if (before === undefined || decision === undefined) return before
        if (claim !== undefined)
          await claimVolumes(transaction, locks, { ...claim.volumes, nodeId: claim.nodeId })
        if (decision.needsAdmission === true)
          await admit(transaction, locks, { sandbox: before, nowMs: decision.change.changedAtMs })
        return await writeDecision(transaction, { locks, recordActivity }, before, decision)
      }),

    async discardSandbox(sandboxId) {
      await db
        .deleteFrom('sandboxes')
        .where('sandbox_id', '=', sandboxId)
        .where('state', '=', 'creating')
        .execute()
    },

    async findSandboxes(sandboxIds) {
      if (sandboxIds.length === 0) return []
      const ids = join([...sandboxIds])
      return (await reader.read<Row>(sql`select * from sandboxes where sandbox_id in (${ids})`)).map(toRecord)
    },

    async listSandboxes(query) {
      return (await reader.readValues<MarkValues>(selectListed(query))).map(toMark)
    },

    async countSandboxes(query) {
      const [[count = 0] = []] = await reader.readValues<[number?]>(selectCount(query))
      return count
    },

    async countByTeam(states, nowMs) {
      const rows = await db
        .selectFrom('sandboxes')
        .select(['team_id', ({ fn }) => fn.countAll<number>().as('count')])
        .where('state', 'in', [...states])
        .where(asCondition(isShown(nowMs)))
        .groupBy('team_id')
        .execute()
      return new Map(rows.map(({ team_id, count }) => [team_id, Number(count)]))
    },

    teamUsage: (teamId, query) => readTeamUsage(db, teamId, query),

    async listOperations() {
      const rows = await db
        .selectFrom('sandboxes')
        .select(['sandbox_id', 'node_id', 'op', 'op_by', 'op_until_ms'])
        .where('op', 'is not', null)
        .execute()
      return rows.flatMap((row) => {
        const operation = toOperation(row)
        return operation === null ? [] : [{ sandboxId: row.sandbox_id, nodeId: row.node_id, operation }]
      })
    },

    async renewOperations(by, sandboxIds, untilMs) {
      if (sandboxIds.length === 0) return
      await db
        .updateTable('sandboxes')
        .set({ op_until_ms: untilMs })
        .where('op', 'is not', null)
        .where('op_by', '=', by)
        .where('sandbox_id', 'in', [...sandboxIds])
        .execute()
    },

    async listUnended(nodeId, page) {
      return (await reader.readValues<MarkValues>(selectUnended(nodeId, page))).map(toMark)
    },

    async pruneEnded(beforeMs) {
      const { numDeletedRows } = await db
        .deleteFrom('sandboxes')
        .where('state', '=', 'ended')
        .where('ended_at_ms', '<', beforeMs)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

/** Waits for a transaction that takes the same key. Throws idempotency_in_progress when another sandbox has it. */
async function takeCreateKey(
  db: Transaction<Tables>,
  { sandboxId, teamId }: SandboxRecord,
  { key, digest }: CreateKey,
): Promise<void> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('create_keys')
    .values({ team_id: teamId, create_key: key, digest, sandbox_id: sandboxId })
    .onConflict((conflict) => conflict.columns(['team_id', 'create_key']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw stillInProgress()
}

/** Throws no_capacity when nothing may be placed on the node any more. */
async function claimNode(
  db: Transaction<Tables>,
  locks: RowLocks,
  { nodeId, renewedSinceMs }: NodeClaim,
): Promise<void> {
  if (renewedSinceMs === undefined) return
  const open = db
    .selectFrom('nodes')
    .select('node_id')
    .where('node_id', '=', nodeId)
    .where('desired', '=', 'ready')
    .where('lost_at_ms', 'is', null)
    .where('renewed_at_ms', '>', renewedSinceMs)
  if ((await locks.node(open).executeTakeFirst()) === undefined)
    throw new ServiceError('no_capacity', 'the chosen node takes no sandboxes any more')
}

/** In a transaction that has locked the row. */
export async function writeDecision(
  db: Transaction<Tables>,
  { locks, recordActivity }: Pick<SandboxTools, 'locks' | 'recordActivity'>,
  before: SandboxRecord,
  decision: SandboxDecision,
): Promise<SandboxRecord> {
  const event = eventOf(before, decision)
  const after = await update(db, before.sandboxId, decision)
  const moved = movePairs(db, before, { to: event?.to, startedAtMs: decision.change.startedAtMs })
  const lifecycle = lifecycleOf(before, after, { event, notice: decision.notice })
  if (event === undefined) {
    for (const write of moved) await write.execute()
    if (lifecycle !== undefined) await addToOutbox(db, [{ kind: 'lifecycle', lifecycle }])
    return after
  }
  if (goesOn.has(event.event)) await releasePauses(db, after)
  const spawned = event.event === 'created' ? [countSpawn(db, after)] : []
  const outbox = toOutbox(db, [{ kind: 'sandbox', event, lifecycle }])
  await locks.lockTeamAndWrite(db, event.teamId, [...moved, ...spawned, outbox])
  await recordActivity(db, event)
  return after
}

/** A pause that failed may have been stored: its node did not hear of it. */
const goesOn: ReadonlySet<Event> = new Set(['resumed', 'pauseFailed'])

/** From now on the pause is the past: a node that is given up must not lead back to it. */
async function releasePauses(
  db: Transaction<Tables>,
  { sandboxId, changedAtMs }: SandboxRecord,
): Promise<void> {
  await db
    .updateTable('artifacts')
    .set({ ...releasedColumns, changed_at_ms: changedAtMs })
    .where('artifacts.sandbox_id', '=', sandboxId)
    .execute()
}

async function findForChange(
  db: Transaction<Tables>,
  locks: RowLocks,
  sandboxId: string,
): Promise<SandboxRecord | undefined> {
  const found = db.selectFrom('sandboxes').selectAll().where('sandbox_id', '=', sandboxId)
  const row = await locks.sandbox(found).executeTakeFirst()
  return row === undefined ? undefined : toRecord(row)
}

/** Undefined when the state stays the same. */
function eventOf(
  { sandboxId, teamId, state: from, generation }: SandboxRecord,
  { change, transition }: SandboxDecision,
): SandboxEvent | undefined {
  if (transition === undefined) return undefined
  return {
    ...{ ...transition, from, sandboxId, teamId, atMs: change.changedAtMs },
    generation: change.generation ?? generation,
    reason: change.endReason ?? null,
  }
}

async function update(
  db: Transaction<Tables>,
  sandboxId: string,
  { change, transition, isPlacement = false }: SandboxDecision,
): Promise<SandboxRecord> {
  const row = await db
    .updateTable('sandboxes')
    .set({ ...toUpdate(change), ...(transition === undefined ? {} : { state: transition.to }) })
    .$if(isPlacement, (update) => update.set(({ eb }) => ({ epoch: eb('epoch', '+', 1) })))
    .where('sandbox_id', '=', sandboxId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toRecord(row)
}

function countSpawn(db: Transaction<Tables>, { templateId, startedAtMs }: SandboxRecord): Write {
  return db
    .updateTable('templates')
    .set(({ eb }) => ({ spawn_count: eb('spawn_count', '+', 1), last_spawned_at_ms: startedAtMs }))
    .where('template_id', '=', templateId)
}

/** Metadata rows copy the columns of the list order, and are deleted when the sandbox ends. */
function movePairs(
  db: Transaction<Tables>,
  { sandboxId, metadata }: SandboxRecord,
  { to, startedAtMs }: { to: State | undefined; startedAtMs: number | undefined },
): Write[] {
  if (Object.keys(metadata).length === 0) return []
  if (to === 'ended') return [db.deleteFrom('sandbox_metadata').where('sandbox_id', '=', sandboxId)]
  if (startedAtMs === undefined) return []
  const started = db.updateTable('sandbox_metadata').set({ started_at_ms: startedAtMs })
  return [started.where('sandbox_id', '=', sandboxId)]
}

function toRow(sandbox: SandboxRecord): Row {
  return {
    sandbox_id: sandbox.sandboxId,
    team_id: sandbox.teamId,
    template_id: sandbox.templateId,
    build_id: sandbox.buildId,
    alias: sandbox.alias,
    state: sandbox.state,
    generation: sandbox.generation,
    epoch: sandbox.epoch,
    node_id: sandbox.nodeId,
    origin_id: sandbox.originId,
    ...operationColumns(sandbox.operation),
    started_at_ms: sandbox.startedAtMs,
    runs_since_ms: sandbox.runsSinceMs,
    end_at_ms: sandbox.endAtMs,
    changed_at_ms: sandbox.changedAtMs,
    ended_at_ms: sandbox.endedAtMs,
    end_reason: sandbox.endReason,
    ...lifecycleColumns(sandbox.lifecycle),
    paused_files_only: toInteger(sandbox.pausedFilesOnly),
    is_secured: Number(sandbox.isSecured),
    allow_internet_access: toInteger(sandbox.allowInternetAccess),
    network: toJson(sandbox.network),
    egress: toJson(sandbox.egress),
    ingress: toJson(sandbox.ingress),
    volume_mounts: toJson(sandbox.volumeMounts ?? null),
    iam: toJson(sandbox.iam),
    metadata: JSON.stringify(sandbox.metadata),
    cpu_count: sandbox.resources.cpuCount,
    memory_mb: sandbox.resources.memoryMb,
    disk_size_mb: sandbox.resources.diskSizeMb,
    envd_version: sandbox.envdVersion,
  }
}

/** Undefined fields are left unchanged; null is a value. */
function toUpdate(change: SandboxChange): Updateable<Tables['sandboxes']> {
  const { resources, network, egress, allowInternetAccess, pausedFilesOnly, operation } = change
  const row: Updateable<Tables['sandboxes']> = {
    changed_at_ms: change.changedAtMs,
    generation: change.generation,
    started_at_ms: change.startedAtMs,
    runs_since_ms: change.runsSinceMs,
    end_at_ms: change.endAtMs,
    ended_at_ms: change.endedAtMs,
    end_reason: change.endReason,
    envd_version: change.envdVersion,
    paused_files_only: pausedFilesOnly === undefined ? undefined : toInteger(pausedFilesOnly),
    allow_internet_access: allowInternetAccess === undefined ? undefined : toInteger(allowInternetAccess),
    network: network === undefined ? undefined : toJson(network),
    egress: egress === undefined ? undefined : toJson(egress),
    cpu_count: resources?.cpuCount,
    memory_mb: resources?.memoryMb,
    disk_size_mb: resources?.diskSizeMb,
    node_id: change.nodeId,
    origin_id: change.originId,
    ...(operation === undefined ? {} : operationColumns(operation)),
  }
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
}

function operationColumns(operation: Operation | null) {
  return {
    op: operation?.verb ?? null,
    op_by: operation?.by ?? null,
    op_until_ms: operation?.untilMs ?? null,
  }
}

function toOperation({
  op,
  op_by,
  op_until_ms,
}: Pick<Row, 'op' | 'op_by' | 'op_until_ms'>): Operation | null {
  return op === null ? null : { verb: op, by: op_by ?? '', untilMs: op_until_ms ?? 0 }
}

function lifecycleColumns({
  onTimeout,
  filesOnly,
  autoResume,
  autoResumeSeconds,
}: SandboxRecord['lifecycle']) {
  return {
    on_timeout: onTimeout,
    pause_files_only: Number(filesOnly),
    auto_resume: Number(autoResume),
    auto_resume_seconds: autoResumeSeconds,
  }
}

function toInteger(value: boolean | null): number | null {
  return value === null ? null : Number(value)
}

function toBoolean(value: number | null): boolean | null {
  return value === null ? null : value === 1
}

function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}

export function toRecord(row: Row): SandboxRecord {
  return {
    sandboxId: row.sandbox_id,
    teamId: row.team_id,
    templateId: row.template_id,
    buildId: row.build_id,
    alias: row.alias,
    state: row.state,
    generation: row.generation,
    epoch: row.epoch,
    nodeId: row.node_id,
    originId: row.origin_id,
    operation: toOperation(row),
    startedAtMs: row.started_at_ms,
    runsSinceMs: row.runs_since_ms,
    endAtMs: row.end_at_ms,
    changedAtMs: row.changed_at_ms,
    endedAtMs: row.ended_at_ms,
    endReason: row.end_reason,
    lifecycle: {
      onTimeout: row.on_timeout,
      filesOnly: row.pause_files_only === 1,
      autoResume: row.auto_resume === 1,
      autoResumeSeconds: row.auto_resume_seconds,
    },
    pausedFilesOnly: toBoolean(row.paused_files_only),
    isSecured: row.is_secured === 1,
    allowInternetAccess: toBoolean(row.allow_internet_access),
    network: row.network === null ? null : (JSON.parse(row.network) as SandboxRecord['network']),
    egress: row.egress === null ? null : (JSON.parse(row.egress) as SandboxRecord['egress']),
    ingress: row.ingress === null ? null : (JSON.parse(row.ingress) as SandboxRecord['ingress']),
    ...(row.volume_mounts === null
      ? {}
      : { volumeMounts: JSON.parse(row.volume_mounts) as NonNullable<SandboxRecord['volumeMounts']> }),
    iam: row.iam === null ? null : (JSON.parse(row.iam) as SandboxRecord['iam']),
    metadata: JSON.parse(row.metadata) as SandboxRecord['metadata'],
    resources: { cpuCount: row.cpu_count, memoryMb: row.memory_mb, diskSizeMb: row.disk_size_mb },
    envdVersion: row.envd_version,
  }
}
