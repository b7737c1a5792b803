/** What control needs from outside. The real sides are in `edge/`, the simulated ones in `sim/`. */

import type { EgressLists, NetworkLists } from '@cay/core/egress/lists.ts'
import type { Cursor } from '@cay/core/page.ts'
import type { Page } from '@cay/core/reconcile/common-range.ts'
import type { RecordedSnapshot } from '@cay/core/reconcile/decide-snapshots.ts'
import type { IngressWishes } from '@cay/core/sandbox/ingress.ts'
import type { Lifecycle } from '@cay/core/sandbox/lifecycle.ts'
import type { MetadataPairs } from '@cay/core/sandbox/list-filter.ts'
import type { NodePhase } from '@cay/core/sandbox/node-phase.ts'
import type { EndReason, State } from '@cay/core/sandbox/state.ts'
import type { SecretSelector } from '@cay/core/secret/secret-rules.ts'
import type { KeyScope } from '@cay/core/team/key-scope.ts'
import type { TeamLimits, Usage } from '@cay/core/team/quotas.ts'
import type { Snapshot } from '@cay/core/template/snapshot-name.ts'
import type { BuildStore } from './build-ports.ts'
import type { EventLog } from './event-ports.ts'
import type { NodeDesk } from './node-ports.ts'
import type { TeamActivity } from './observe-ports.ts'

export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number
  /** Resolves early, without an error, when the signal fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Where the plain text of the first key is kept for whoever runs the installation. */
export interface KeyFile {
  read(): Promise<string | undefined>
  write(key: string): Promise<void>
}

/** Encrypts what a copy of the database must not tell. */
export interface Sealer {
  seal(text: string, purpose: string): string
  /** Throws when it was not sealed with this key for this purpose. */
  open(sealed: string, purpose: string): string
}

/** IPv4 addresses of a name; rejects, or gives none, when there are none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

/** A secret of a team. */
export interface SecretRecord {
  readonly secretId: string
  readonly teamId: string
  readonly name: string
  readonly sealed: string
  readonly version: number
  readonly metadata: Readonly<Record<string, string>>
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** Signs identity tokens. */
export interface SigningKeyRecord {
  readonly keyId: string
  /** The private half, as a JSON Web Key. */
  readonly sealed: string
  readonly publicKey: Readonly<Record<string, unknown>>
  readonly createdAtMs: number
}

export interface Resources {
  readonly cpuCount: number
  readonly memoryMb: number
  readonly diskSizeMb: number
}

/** A sandbox as its node tells of it. */
export interface NodeSandbox {
  readonly sandboxId: string
  readonly templateId: string
  readonly buildId: string
  readonly phase: NodePhase
  /** While pausing or paused: there is no memory to come back to. */
  readonly filesOnly: boolean
  /** Meaningful once ended. */
  readonly endReason: EndReason
  /** Only ever grows, over all sandboxes of the node. */
  readonly generation: number
  /** Of its present run: made or last resumed. */
  readonly startedAtMs: number
  readonly endAtMs: number
  /** Meaningful once ended. */
  readonly endedAtMs: number
  readonly resources: Resources
}

export interface NodeTemplate {
  readonly templateId: string
  readonly buildId: string
  /** Empty when it has none. */
  readonly alias: string
  readonly resources: Resources
  readonly envdVersion: string
  readonly createdAtMs: number
}

/** How requests come in. */
export interface NodeIngress extends Omit<IngressWishes, 'isPrivate'> {
  /** Empty: anybody's. */
  readonly trafficToken: string
}

export interface CreateOnNode {
  readonly sandboxId: string
  readonly templateId: string
  readonly buildId: string
  readonly timeoutSeconds: number
  readonly envVars: Readonly<Record<string, string>>
  /** Of a snapshot: the variables held in its memory stay, and `envVars` say nothing. */
  readonly keepsEnvVars: boolean
  /** Empty: the daemon asks for no token. */
  readonly accessToken: string
  readonly egress: EgressLists
  readonly ingress: NodeIngress
  readonly lifecycle: Lifecycle
}

export interface CreatedOnNode {
  readonly sandbox: NodeSandbox
  readonly envdVersion: string
  readonly source: 'pool' | 'restore'
}

export interface CaptureOnNode {
  readonly sandboxId: string
  /** A UUID. */
  readonly snapshotId: string
  /** Nothing waits for the disk: a power cut may lose or break it. */
  readonly isTransient: boolean
}

export interface ResumeOnNode {
  readonly sandboxId: string
  /** Counted from the moment it can run a command. */
  readonly timeoutSeconds: number
  /** Boots from the files, also where there is memory. */
  readonly filesOnly: boolean
}

/** What a capture left on the node; sandboxes are created from it by its id as the build. */
export interface NodeSnapshot {
  readonly snapshotId: string
  readonly sandboxId: string
  readonly envdVersion: string
  readonly resources: Resources
  readonly createdAtMs: number
  /** What is on the node's disk for it alone. */
  readonly diskBytes: number
}

export type NodeEvent =
  /** The first event of every watch: what changes from here on is told. */
  { readonly kind: 'following' } | { readonly kind: 'changed'; readonly sandbox: NodeSandbox }

/** Every call throws node_unavailable when the node does not answer. */
export interface OrchestratorClient extends NodeDesk {
  /**
   * Throws template_not_found, already_exists, no_capacity (the message says what of), deadline_exceeded; for a build that is
   * a snapshot no_compatible_node and snapshot_damaged as well.
   */
  createSandbox(request: CreateOnNode, signal?: AbortSignal): Promise<CreatedOnNode>
  /**
   * Returns when the snapshot is on disk. Throws sandbox_not_found, already_exists (it is paused already), node_disk_full
   * and capture_failed (it goes on running).
   */
  pauseSandbox(sandboxId: string, filesOnly: boolean): Promise<NodeSandbox>
  /** One that runs is answered as it is. Throws sandbox_not_found, memory_not_restorable, snapshot_damaged, no_capacity. */
  resumeSandbox(request: ResumeOnNode): Promise<NodeSandbox>
  /** The sandbox goes on. Throws as a pause does; already_exists when a snapshot has this id. */
  captureSandbox(request: CaptureOnNode): Promise<NodeSnapshot>
  /** No error when there is none. Sandboxes made from it go on. */
  deleteSnapshot(snapshotId: string): Promise<void>
  /** Those of captures. */
  listSnapshots(): Promise<NodeSnapshot[]>
  /** Returns when nothing of it is left. Throws sandbox_not_found. */
  killSandbox(sandboxId: string, reason: EndReason): Promise<void>
  /** Throws sandbox_not_found. */
  setExpiry(sandboxId: string, endAtMs: number): Promise<NodeSandbox>
  /** New connections follow when it returns. Throws sandbox_not_found. */
  setEgressPolicy(sandboxId: string, egress: EgressLists): Promise<NodeSandbox>
  /** A page in the order of ids; it may hold more than its limit, and when it holds fewer there are no more. All without. */
  listSandboxes(page?: Page): Promise<NodeSandbox[]>
  /** Ends, or throws node_unavailable, when the node goes away or falls silent. */
  watchSandboxes(signal: AbortSignal): AsyncIterable<NodeEvent>
  acknowledgeEnded(sandboxIds: readonly string[]): Promise<void>
  listTemplates(): Promise<NodeTemplate[]>
}

export interface Team {
  readonly teamId: string
  /** Namespace of the team's template names. */
  readonly slug: string
  readonly name: string
  /** Absent: none. */
  readonly limits?: TeamLimits
}

export interface ApiKeyRecord {
  readonly keyId: string
  readonly teamId: string
  readonly name: string
  readonly hash: string
  /** What a list may show of it: its first 2 and last 4 characters after the prefix. */
  readonly maskedStart: string
  readonly maskedEnd: string
  readonly scope: KeyScope
  readonly createdAtMs: number
  /** To the minute; null when it never was. */
  readonly lastUsedAtMs: number | null
}

export interface TemplateRecord {
  readonly templateId: string
  /** Null: everybody's. */
  readonly teamId: string | null
  /** Its first alias. */
  readonly alias: string | null
  readonly source: TemplateSource
  /** Other teams may make sandboxes from it. */
  readonly isPublic: boolean
}

/** What a template was made from: a recipe, or a sandbox as it was at one moment. */
export type TemplateSource = 'template' | 'snapshot'

export interface BuildRecord {
  readonly buildId: string
  readonly templateId: string
  readonly resources: Resources
  readonly envdVersion: string
}

export interface SandboxRecord {
  readonly sandboxId: string
  readonly teamId: string
  readonly templateId: string
  readonly buildId: string
  readonly alias: string | null
  readonly state: State
  readonly generation: number
  /** The same for life. */
  readonly startedAtMs: number
  /** Since it was made or last resumed. */
  readonly runsSinceMs: number
  /** While pausing or paused: when it was paused. */
  readonly endAtMs: number
  /** When this record was last written. */
  readonly changedAtMs: number
  readonly endedAtMs: number | null
  readonly endReason: EndReason | null
  readonly lifecycle: Lifecycle
  /** While pausing or paused: whether only files were kept. */
  readonly pausedFilesOnly: boolean | null
  readonly isSecured: boolean
  /** Null: never set. */
  readonly allowInternetAccess: boolean | null
  /** As the caller gave them; null when nothing was given. */
  readonly network: NetworkLists | null
  /** What the node was told; null in records of builds that did not keep it. */
  readonly egress: EgressLists | null
  /** Null: anybody's requests come in as they are. */
  readonly ingress: IngressWishes | null
  /** Identity tokens that its requests may carry, by name; null when there are none. */
  readonly iam: Readonly<Record<string, { readonly audience: string }>> | null
  readonly metadata: MetadataPairs
  readonly resources: Resources
  readonly envdVersion: string
}

/** What of a sandbox changes over its life: two records with the same mark show the same. */
export type SandboxMark = Pick<
  SandboxRecord,
  'sandboxId' | 'state' | 'generation' | 'startedAtMs' | 'endAtMs' | 'changedAtMs'
>

export type SandboxChange = Partial<
  Pick<
    SandboxRecord,
    | 'state'
    | 'generation'
    | 'startedAtMs'
    | 'runsSinceMs'
    | 'endAtMs'
    | 'endedAtMs'
    | 'endReason'
    | 'envdVersion'
    | 'resources'
    | 'network'
    | 'egress'
    | 'allowInternetAccess'
    | 'pausedFilesOnly'
  >
> & { readonly changedAtMs: number }

export interface SandboxQuery {
  readonly teamId: string
  readonly states: readonly State[]
  /** Running ones whose time is up by then are left out, unless they are paused at their end. */
  readonly nowMs: number
  /** All pairs must match. */
  readonly metadata: MetadataPairs
  readonly templateId?: string
  /** Started then or later. */
  readonly startedSinceMs?: number
  /** `desc`, newest first, unless given. */
  readonly order?: 'asc' | 'desc'
  /** The last item of the page before. */
  readonly after?: Cursor
  readonly limit: number
}

/** A snapshot that was captured, as it is put into the store. */
export interface NewSnapshot {
  readonly teamId: string
  /** The namespace of its name. */
  readonly teamSlug: string
  /** Null: without a name. */
  readonly alias: string | null
  readonly tag: string
  /** Taken when no template of this team has the alias. */
  readonly templateId: string
  /** The node's snapshot. */
  readonly build: Omit<BuildRecord, 'templateId'>
  /** What is on the node's disk for it alone. */
  readonly diskMb: number
  readonly sandboxId: string
  readonly nowMs: number
}

export interface SnapshotQuery {
  readonly teamId: string
  readonly teamSlug: string
  /** Captured from this sandbox. */
  readonly sandboxId?: string
  /** An alias of the team's or a template's id. */
  readonly name?: string
  readonly tag?: string
  /** The last item of the page before. */
  readonly after?: Cursor
  readonly limit: number
}

export interface ListedSnapshot extends Snapshot {
  readonly createdAtMs: number
}

/** Whether a template could be removed: a sandbox that has not ended stands on it, or it was gone before. */
export type Removal =
  | { readonly kind: 'removed'; readonly buildIds: readonly string[] }
  | { readonly kind: 'inUse'; readonly sandboxId: string }
  | { readonly kind: 'missing' }

/** Everything that must be there after a restart. A call that returned has been written. */
export interface Store extends TeamActivity, BuildStore, EventLog {
  /** Makes the team when there is none of this slug. */
  ensureTeam(team: Team, nowMs: number): Promise<Team>
  findTeam(teamId: string): Promise<Team | undefined>
  /** False when the slug or the id is taken. */
  addTeam(team: Team, nowMs: number): Promise<boolean>
  /** In the order they were made. */
  listTeams(): Promise<Team[]>
  /** Undefined when there is no such team. */
  setTeamLimits(teamId: string, limits: TeamLimits): Promise<Team | undefined>
  /** A key whose hash is known is left as it is. */
  addApiKey(key: ApiKeyRecord): Promise<void>
  findApiKey(hash: string): Promise<ApiKeyRecord | undefined>
  hasApiKeys(teamId: string): Promise<boolean>
  /** In the order they were made. */
  listApiKeys(teamId: string): Promise<ApiKeyRecord[]>
  /** Undefined when the team has no such key. */
  renameApiKey(teamId: string, keyId: string, name: string): Promise<ApiKeyRecord | undefined>
  /** False when the team has no such key. */
  removeApiKey(teamId: string, keyId: string): Promise<boolean>
  markApiKeyUsed(keyId: string, atMs: number): Promise<void>
  /** The value of that name, which is made when there is none. */
  keepSecret(name: string, make: () => string): Promise<string>

  /** What the node has from now on; builds it has no more are not found any longer. */
  syncTemplates(templates: readonly NodeTemplate[]): Promise<void>
  /** A null namespace is the one of everybody. */
  findTemplateByAlias(namespace: string | null, alias: string): Promise<TemplateRecord | undefined>
  findTemplate(templateId: string): Promise<TemplateRecord | undefined>
  /** The latest build of the tag that the node has, or the build of that id. */
  findBuild(templateId: string, tagOrBuildId: string): Promise<BuildRecord | undefined>

  /** Tags what the template of that alias, or a new one, is served by from now on. Throws already_exists when the alias is that of no snapshot. */
  addSnapshot(snapshot: NewSnapshot): Promise<Snapshot>
  /** One item per template, newest template first: its tag that was assigned last, of those that match. */
  listSnapshots(query: SnapshotQuery): Promise<ListedSnapshot[]>
  /** Of all teams. */
  listSnapshotBuilds(): Promise<RecordedSnapshot[]>
  /** Those that the node lacks are not listed, and cannot be created from. */
  markSnapshotBuilds(isOnNode: boolean, buildIds: readonly string[]): Promise<void>
  /** With its aliases, tags and builds. */
  removeTemplate(templateId: string): Promise<Removal>

  insertSandbox(sandbox: SandboxRecord): Promise<void>
  findSandbox(sandboxId: string): Promise<SandboxRecord | undefined>
  /** Returns the record as it is afterwards; undefined when there is none. */
  updateSandbox(sandboxId: string, change: SandboxChange): Promise<SandboxRecord | undefined>
  removeSandbox(sandboxId: string): Promise<void>
  /** Those of these ids that there are, in no order. */
  findSandboxes(sandboxIds: readonly string[]): Promise<SandboxRecord[]>
  /** Newest first, ties by id; the other way round in ascending order. */
  listSandboxes(query: SandboxQuery): Promise<SandboxMark[]>
  countSandboxes(query: Omit<SandboxQuery, 'after' | 'limit' | 'order'>): Promise<number>
  /** Sandboxes in these states by team; teams with none are left out. */
  countByTeam(states: readonly State[], nowMs: number): Promise<ReadonlyMap<string, number>>
  /** What a team has now, but for the sandboxes named: a paused one has its disk alone. Snapshots are on its disk too. */
  teamUsage(
    teamId: string,
    query: { readonly nowMs: number; readonly without: readonly string[] },
  ): Promise<Usage>
  /** Of all teams: what has not ended, in the order of ids. */
  listUnended(page: Page): Promise<SandboxMark[]>
  /** Forgets ends before that instant; returns how many. */
  pruneEnded(beforeMs: number): Promise<number>

  /** False when the team has a secret of that name. */
  insertSecret(secret: SecretRecord): Promise<boolean>
  findSecret(teamId: string, selector: SecretSelector): Promise<SecretRecord | undefined>
  /** One version on. Undefined when there is none. */
  updateSecret(
    secretId: string,
    change: Pick<SecretRecord, 'sealed' | 'updatedAtMs'> & Partial<Pick<SecretRecord, 'metadata'>>,
  ): Promise<SecretRecord | undefined>
  /** False when there is none. */
  removeSecret(secretId: string): Promise<boolean>
  /** Newest first, ties by id. */
  listSecrets(
    teamId: string,
    page: { readonly limit: number; readonly after?: Cursor },
  ): Promise<SecretRecord[]>
  countSecrets(teamId: string): Promise<number>
  listSigningKeys(): Promise<SigningKeyRecord[]>
  /** Keys made before that instant are gone then. */
  addSigningKey(key: SigningKeyRecord, forgetBeforeMs: number): Promise<void>
  close(): Promise<void>
}
