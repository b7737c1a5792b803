/** The complete store. `edge/store/` has the real implementation, `sim/` the simulated one. */
import type { ArtifactStore } from './artifact.ts'
import type { BuildStore } from './build.ts'
import type { NodeStore } from './cluster-node.ts'
import type { DashboardStore } from './dashboard.ts'
import type { EventExportStore, EventLog, SandboxEventLog } from './event.ts'
import type { MemberStore } from './member.ts'
import type { TeamActivity } from './observe.ts'
import type { ReplicaStore } from './replica.ts'
import type { SandboxStore } from './sandbox.ts'
import type { SecretStore } from './secret.ts'
import type { SnapshotStore } from './snapshot.ts'
import type { TeamStore } from './team.ts'
import type { TemplateStore } from './template.ts'
import type { UsedLinks } from './used-links.ts'
import type { VolumeStore } from './volume.ts'
import type { WebhookStore } from './webhook.ts'

/** State that must survive a restart. A write is committed when its call returns. */
export interface Store
  extends TeamStore,
    TemplateStore,
    SnapshotStore,
    SandboxStore,
    SecretStore,
    VolumeStore,
    TeamActivity,
    BuildStore,
    DashboardStore,
    UsedLinks,
    ArtifactStore,
    EventExportStore,
    EventLog,
    SandboxEventLog,
    WebhookStore,
    ReplicaStore,
    MemberStore,
    NodeStore {
  /** Other control processes may write to the same database. */
  readonly isShared: boolean
  close(): Promise<void>
}
