/**
 * The tables. Timestamps are milliseconds since 1970 and booleans are 0 and 1, so that every supported database stores
 * them alike. Environment variables of a sandbox are not stored: they are sent to the node once.
 */

import type { LedgerMark } from '@cay/core/event/ledger.ts'
import type { LifecycleType } from '@cay/core/event/lifecycle.ts'
import type { SettableStatus } from '@cay/core/placement/node-status.ts'
import type { Lifecycle } from '@cay/core/sandbox/lifecycle.ts'
import type { OperationVerb } from '@cay/core/sandbox/operation.ts'
import type { EndReason, State } from '@cay/core/sandbox/state.ts'
import type { KeyScope } from '@cay/core/team/key-scope.ts'
import type { BuildState } from '@cay/core/template/build-state.ts'
import type { Generated, Kysely, Migration } from 'kysely'
import type { ArtifactKind, ArtifactState, SegmentStream } from '../../ports/artifact.ts'
import type { NewEvent } from '../../ports/event.ts'
import type { TemplateSource } from '../../ports/template.ts'
import type { DeliveryState } from '../../ports/webhook.ts'
import { addArtifactNodes } from './migrations/add-artifact-nodes.ts'
import { addArtifacts } from './migrations/add-artifacts.ts'
import { addBuildOrders } from './migrations/add-build-orders.ts'
import { addBuildPlaces } from './migrations/add-build-places.ts'
import { addBuilds } from './migrations/add-builds.ts'
import { addCreateKeys } from './migrations/add-create-keys.ts'
import { addEventExports } from './migrations/add-event-exports.ts'
import { addEvents } from './migrations/add-events.ts'
import { addIngress } from './migrations/add-ingress.ts'
import { addKeyExpiry } from './migrations/add-key-expiry.ts'
import { addKeyScopes } from './migrations/add-key-scopes.ts'
import { addLedger } from './migrations/add-ledger.ts'
import { addLifecycle } from './migrations/add-lifecycle.ts'
import { addListColumns } from './migrations/add-list-columns.ts'
import { addListOrder } from './migrations/add-list-order.ts'
import { addLogSegments } from './migrations/add-log-segments.ts'
import { addMembers } from './migrations/add-members.ts'
import { addNodes } from './migrations/add-nodes.ts'
import { addOperations } from './migrations/add-operations.ts'
import { addOutbox } from './migrations/add-outbox.ts'
import { addRedeliveries } from './migrations/add-redeliveries.ts'
import { addSnapshotSizes } from './migrations/add-snapshot-sizes.ts'
import { addSnapshotTimes } from './migrations/add-snapshot-times.ts'
import { addTeamActivity } from './migrations/add-team-activity.ts'
import { addTeamLabels } from './migrations/add-team-labels.ts'
import { addTeamLimits } from './migrations/add-team-limits.ts'
import { addUnendedOrder } from './migrations/add-unended-order.ts'
import { addUploadGrants } from './migrations/add-upload-grants.ts'
import { addUsedLinks } from './migrations/add-used-links.ts'
import { addVault } from './migrations/add-vault.ts'
import { addVolumeAttachments } from './migrations/add-volume-attachments.ts'
import { addVolumeQuotas } from './migrations/add-volume-quotas.ts'
import { addVolumes } from './migrations/add-volumes.ts'
import { slimDeliveryIndexes } from './migrations/slim-delivery-indexes.ts'
import { trimOutbox } from './migrations/trim-outbox.ts'

export interface Tables {
  teams: {
    team_id: string
    slug: string
    name: string
    created_at_ms: number
    max_running: Generated<number | null>
    max_cpus: Generated<number | null>
    max_memory_mb: Generated<number | null>
    max_disk_mb: Generated<number | null>
    max_volume_mb: Generated<number | null>
    requests_per_minute: Generated<number | null>
    /** Labels of the nodes for its sandboxes, as JSON. */
    node_labels: Generated<string | null>
  }
  api_keys: {
    key_id: string
    team_id: string
    name: string
    hash: string
    masked_start: string
    masked_end: string
    scope: KeyScope
    created_at_ms: number
    last_used_at_ms: number | null
    expires_at_ms: Generated<number | null>
    /** The user whose sign-in created it, and the key itself, sealed. */
    subject: Generated<string | null>
    sealed_key: Generated<string | null>
  }
  /** Secrets of the installation, which it generates itself. */
  secrets: { name: string; value: string }
  team_secrets: {
    secret_id: string
    team_id: string
    name: string
    sealed: string
    version: number
    /** Metadata pairs as JSON. */
    metadata: string
    created_at_ms: number
    updated_at_ms: number
  }
  volumes: {
    volume_id: string
    team_id: string
    name: string
    size_mb: number
    /** The node that has its files; null on a single machine. */
    node_id: string | null
    created_at_ms: number
    /** A state of `volumeStates`: earlier versions find nothing but what is 0, and delete what is 1. */
    is_deleted: Generated<number>
    /** The directory that it lies in, which nodes share; `node_id` is the node that has it attached then. */
    directory_id: Generated<string | null>
    attach_epoch: Generated<number>
    /** As JSON; null: it is attached to its node. */
    former_node_ids: Generated<string | null>
  }
  signing_keys: { key_id: string; sealed: string; public_key: string; created_at_ms: number }
  templates: {
    template_id: string
    team_id: string | null
    created_at_ms: number
    source: TemplateSource
    is_public: Generated<number>
    spawn_count: Generated<number>
    updated_at_ms: Generated<number>
    last_spawned_at_ms: number | null
  }
  /** The empty namespace is the public one. */
  template_aliases: { namespace: string; alias: string; template_id: string }
  builds: {
    build_id: string
    template_id: string
    cpu_count: number
    memory_mb: number
    disk_size_mb: number
    envd_version: string
    created_at_ms: number
    is_on_node: number
    /**
     * For a snapshot: the sandbox it was captured from. Not a foreign key, because the snapshot outlives the sandbox.
     */
    sandbox_id: string | null
    /** For a snapshot: disk space that it uses exclusively. */
    disk_mb: number | null
    /** Where it was made or is being made; null before. */
    node_id: string | null
    state: Generated<BuildState>
    updated_at_ms: Generated<number>
    finished_at_ms: number | null
    reason: string | null
    reason_step: string | null
  }
  /** Of builds that are under way in a cluster. */
  build_orders: {
    build_id: string
    sealed: string
    is_retried: Generated<number>
    /** Entries of the log that are from before it was started again. */
    logs_before: Generated<number>
  }
  build_logs: {
    build_id: string
    number: number
    timestamp_ms: number
    level: number
    step: string
    message: string
  }
  /** Upload links that have accepted a body. */
  /** Which nodes may use the files of which COPY step. */
  upload_grants: { artifact_id: string; node_id: string; until_ms: number }
  used_links: { link_id: string; expires_at_ms: number }
  template_tags: { template_id: string; tag: string; build_id: string; assigned_at_ms: number }
  /** What nodes keep in the object store. Texts are empty where there is none. */
  artifacts: {
    artifact_id: string
    kind: ArtifactKind
    state: ArtifactState
    /** Number of the present attempt to store it. */
    attempt: number
    /** Objects of the attempts up to this one are removed. */
    swept: number
    /** No attempt has more objects. */
    objects_max: number
    /** Empty once it is being deleted. */
    sealed_key: string
    manifest: string
    bytes: number
    cpu_features: string
    runtime_id: string
    rootfs_id: string
    sandbox_id: string
    sealed_record: string
    alias: string
    template_id: string
    changed_at_ms: number
    /** The node that stores it; null on a single machine. */
    stored_by: string | null
    /** Of a pause: of the placement that it ended; 0: none was given. */
    pause_epoch: Generated<number>
  }
  log_segments: {
    sandbox_id: string
    stream: SegmentStream
    first_number: number
    last_number: number
    artifact_id: string
    /** Of the artifact's only file. */
    start_byte: number
    bytes: number
    expires_at_ms: number
  }
  sandboxes: {
    sandbox_id: string
    team_id: string
    template_id: string
    build_id: string
    alias: string | null
    state: State
    generation: number
    epoch: Generated<number>
    node_id: string | null
    origin_id: string | null
    op: OperationVerb | null
    op_by: string | null
    op_until_ms: number | null
    started_at_ms: number
    runs_since_ms: number
    end_at_ms: number
    changed_at_ms: number
    ended_at_ms: number | null
    end_reason: EndReason | null
    on_timeout: Lifecycle['onTimeout']
    pause_files_only: number
    auto_resume: number
    auto_resume_seconds: number
    paused_files_only: number | null
    is_secured: number
    allow_internet_access: number | null
    /** The network lists as requested, as JSON. */
    network: string | null
    /** The egress lists that the node got, as JSON. */
    egress: string | null
    /** The ingress spec as JSON. */
    ingress: string | null
    /** Its volumes as JSON. */
    volume_mounts: string | null
    /** The identity tokens by name, as JSON. */
    iam: string | null
    /** Metadata pairs as JSON; `sandbox_metadata` repeats them for filters until the sandbox ends. */
    metadata: string
    cpu_count: number
    memory_mb: number
    disk_size_mb: number
    envd_version: string
  }
  /** Idempotency-Keys of creates; the digest is of the request. */
  create_keys: { team_id: string; create_key: string; digest: string; sandbox_id: string }
  /** Metadata of sandboxes that have not ended; team and start repeat the columns of the sandbox's row. */
  sandbox_metadata: { sandbox_id: string; key: string; value: string; team_id: string; started_at_ms: number }
  /** A row covers one second, or one minute when it is older; in Unix seconds. */
  team_activity: {
    team_id: string
    at_s: number
    running_max: number
    running_last: number
    starts: number
  }
  /** Nodes whose certificates are good. */
  members: {
    node_id: string
    /** SHA-256 of the key that it joined with. */
    key_hash: string
    /** Of the agent's last certificate, and of the one that it was issued to. */
    serial: string
    previous_serial: string
    joined_at_ms: number
  }
  join_tokens: {
    token_id: string
    secret_hash: string
    expires_at_ms: number
    /** The id of the node; null: a new one. */
    node_id: string | null
    /** The hash of the key that joined with it. */
    used_by: string | null
  }
  /** Control processes. */
  replicas: { replica_id: string; lease_until_ms: number }
  /** host:port at which control processes serve nodes. */
  control_addresses: { address: string; until_ms: number }
  /** The nodes that have joined; none on a single machine. Lists are JSON. */
  nodes: {
    node_id: string
    name: string
    /** Raised whenever what runs on the node is given up. */
    incarnation: number
    boot_id: string
    instance_id: string
    desired: SettableStatus
    desired_at_ms: number
    labels: string
    joined_at_ms: number
    /** As the node reported it last; empty before. */
    report: string
    version: string
    address: string
    /** 0: it has never renewed its lease. */
    renewed_at_ms: number
    /** Its clock minus that of control, at the last renewal. */
    clock_skew_ms: number
    /** Since when what ran on it is given up, until the node has confirmed it. */
    lost_at_ms: number | null
    follower_id: string | null
    follower_until_ms: number
  }
  /** Where builds are: a hint, never the truth. */
  build_places: { build_id: string; node_id: string; seen_at_ms: number }
  /** What one control process does at a time. */
  leases: { name: string; replica_id: string; until_ms: number }
  /** Events that were not relayed yet, as JSON, in the order in which they were written. */
  outbox: { number: Generated<number>; message: string }
  /** Events without a team have an empty team id. */
  events: {
    number: Generated<number>
    at_ms: number
    team_id: string
    kind: string
    actor: NewEvent['actor']
    key_id: string | null
    sandbox_id: string | null
    subject: string | null
    outcome: NewEvent['outcome']
    status: number | null
    reason: string | null
    /** In the chain of its team; null for events of versions without one. */
    seq: number | null
    hash: string | null
  }
  /** The end of each chain. */
  ledgers: { team_id: string; seq: number; hash: string; signed_seq: number }
  ledger_marks: {
    team_id: string
    kind: LedgerMark['kind']
    seq: number
    hash: string
    at_ms: number
    signature: string
  }
  /** The number of the last event that each export has delivered. */
  event_exports: { name: string; number: number }
  /** Lifecycle events of sandboxes. */
  sandbox_events: {
    number: Generated<number>
    event_id: string
    team_id: string
    sandbox_id: string
    type: LifecycleType
    at_ms: number
    template_id: string
    build_id: string
    execution_id: string
    /** As JSON. */
    data: string
  }
  webhooks: {
    webhook_id: string
    team_id: string
    name: string
    url: string
    is_enabled: number
    /** The types of events that it gets, as JSON. */
    events: string
    sealed_secret: string
    secret_mask: string
    created_at_ms: number
    /** The control process that delivers to it at present. */
    sender_id: string | null
    sender_until_ms: Generated<number>
  }
  deliveries: {
    /** Deliveries of a webhook are sent in this order, for each sandbox. */
    number: Generated<number>
    delivery_id: string
    webhook_id: string
    event_number: number
    sandbox_id: string
    state: DeliveryState
    attempts: number
    next_at_ms: number
    created_at_ms: number
    changed_at_ms: number
    /** HTTP status of the last response. */
    status: number | null
    /** Why the last attempt failed. */
    error: string | null
    /** When it was asked for again by hand. */
    redelivered_at_ms: Generated<number | null>
  }
}

/** Applied in the order of their names; a released migration is never changed. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-first': { up: createFirstTables },
  '002-network': { up: addNetwork },
  '003-lifecycle': { up: addLifecycle },
  '004-vault': { up: addVault },
  '005-key-scopes': { up: addKeyScopes },
  '006-team-activity': { up: addTeamActivity },
  '007-ingress': { up: addIngress },
  '008-builds': { up: addBuilds },
  '009-events': { up: addEvents },
  '010-team-limits': { up: addTeamLimits },
  '011-list-order': { up: addListOrder },
  '012-list-columns': { up: addListColumns },
  '013-unended-order': { up: addUnendedOrder },
  '014-snapshot-sizes': { up: addSnapshotSizes },
  '015-snapshot-times': { up: addSnapshotTimes },
  '016-used-links': { up: addUsedLinks },
  '017-outbox': { up: addOutbox },
  '018-artifacts': { up: addArtifacts },
  '019-trimmed-outbox': { up: trimOutbox },
  '020-operations': { up: addOperations },
  '021-nodes': { up: addNodes },
  '022-log-segments': { up: addLogSegments },
  '023-members': { up: addMembers },
  '024-volumes': { up: addVolumes },
  '025-artifact-nodes': { up: addArtifactNodes },
  '026-ledger': { up: addLedger },
  '027-key-expiry': { up: addKeyExpiry },
  '028-upload-grants': { up: addUploadGrants },
  '029-event-exports': { up: addEventExports },
  '030-team-labels': { up: addTeamLabels },
  '031-build-orders': { up: addBuildOrders },
  '032-volume-attachments': { up: addVolumeAttachments },
  '033-delivery-indexes': { up: slimDeliveryIndexes },
  '034-create-keys': { up: addCreateKeys },
  '035-build-places': { up: addBuildPlaces },
  '036-redeliveries': { up: addRedeliveries },
  '037-volume-quotas': { up: addVolumeQuotas },
}

async function createFirstTables(db: Kysely<unknown>): Promise<void> {
  await createTeams(db)
  await createTemplates(db)
  await createSandboxes(db)
}

async function addNetwork(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sandboxes').addColumn('network', 'text').execute()
}

async function createTeams(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('teams')
    .addColumn('team_id', 'text', (column) => column.primaryKey())
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('api_keys')
    .addColumn('key_id', 'text', (column) => column.primaryKey())
    .addColumn('team_id', 'text', (column) =>
      column.notNull().references('teams.team_id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('masked_start', 'text', (column) => column.notNull())
    .addColumn('masked_end', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('api_keys_by_team').on('api_keys').column('team_id').execute()
  await db.schema
    .createTable('secrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}

async function createTemplates(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('templates')
    .addColumn('template_id', 'text', (column) => column.primaryKey())
    .addColumn('team_id', 'text', (column) => column.references('teams.team_id').onDelete('cascade'))
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('template_aliases')
    .addColumn('namespace', 'text', (column) => column.notNull())
    .addColumn('alias', 'text', (column) => column.notNull())
    .addColumn('template_id', 'text', (column) =>
      column.notNull().references('templates.template_id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('template_aliases_key', ['namespace', 'alias'])
    .execute()
  await db.schema.createIndex('aliases_by_template').on('template_aliases').column('template_id').execute()
  await db.schema
    .createTable('builds')
    .addColumn('build_id', 'text', (column) => column.primaryKey())
    .addColumn('template_id', 'text', (column) =>
      column.notNull().references('templates.template_id').onDelete('cascade'),
    )
    .addColumn('cpu_count', 'integer', (column) => column.notNull())
    .addColumn('memory_mb', 'integer', (column) => column.notNull())
    .addColumn('disk_size_mb', 'integer', (column) => column.notNull())
    .addColumn('envd_version', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('is_on_node', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('builds_by_template').on('builds').column('template_id').execute()
  await db.schema
    .createTable('template_tags')
    .addColumn('template_id', 'text', (column) =>
      column.notNull().references('templates.template_id').onDelete('cascade'),
    )
    .addColumn('tag', 'text', (column) => column.notNull())
    .addColumn('build_id', 'text', (column) =>
      column.notNull().references('builds.build_id').onDelete('cascade'),
    )
    .addColumn('assigned_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('template_tags_key', ['template_id', 'tag', 'build_id'])
    .execute()
}

async function createSandboxes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sandboxes')
    .addColumn('sandbox_id', 'text', (column) => column.primaryKey())
    .addColumn('team_id', 'text', (column) =>
      column.notNull().references('teams.team_id').onDelete('cascade'),
    )
    .addColumn('template_id', 'text', (column) => column.notNull())
    .addColumn('build_id', 'text', (column) => column.notNull())
    .addColumn('alias', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('generation', 'bigint', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('end_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('changed_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('ended_at_ms', 'bigint')
    .addColumn('end_reason', 'text')
    .addColumn('is_secured', 'integer', (column) => column.notNull())
    .addColumn('allow_internet_access', 'integer')
    .addColumn('metadata', 'text', (column) => column.notNull())
    .addColumn('cpu_count', 'integer', (column) => column.notNull())
    .addColumn('memory_mb', 'integer', (column) => column.notNull())
    .addColumn('disk_size_mb', 'integer', (column) => column.notNull())
    .addColumn('envd_version', 'text', (column) => column.notNull())
    .execute()
  const lists = db.schema.createIndex('sandboxes_by_team').on('sandboxes')
  await lists.columns(['team_id', 'state', 'started_at_ms desc', 'sandbox_id']).execute()
  await db.schema
    .createIndex('sandboxes_by_state')
    .on('sandboxes')
    .columns(['state', 'ended_at_ms'])
    .execute()
  await db.schema
    .createTable('sandbox_metadata')
    .addColumn('sandbox_id', 'text', (column) =>
      column.notNull().references('sandboxes.sandbox_id').onDelete('cascade'),
    )
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('sandbox_metadata_key', ['sandbox_id', 'key'])
    .execute()
  await db.schema.createIndex('metadata_by_pair').on('sandbox_metadata').columns(['key', 'value']).execute()
}
