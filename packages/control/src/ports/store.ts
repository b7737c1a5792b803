/** The store as a whole. The real one is in `edge/store/`, the simulated one in `sim/`. */
import type { BuildStore } from './build.ts'
import type { EventLog } from './event.ts'
import type { TeamActivity } from './observe.ts'
import type { SandboxStore } from './sandbox.ts'
import type { SecretStore } from './secret.ts'
import type { SnapshotStore } from './snapshot.ts'
import type { TeamStore } from './team.ts'
import type { TemplateStore } from './template.ts'
import type { UsedLinks } from './used-links.ts'

/** Everything that must be there after a restart. A call that returned has been written. */
export interface Store
  extends TeamStore,
    TemplateStore,
    SnapshotStore,
    SandboxStore,
    SecretStore,
    TeamActivity,
    BuildStore,
    UsedLinks,
    EventLog {
  close(): Promise<void>
}
