import type { components } from '@cay/contract/gen/control/api.js'
import type { SnapshotInfo } from '@cay/core/template/snapshot-name.ts'

export function renderSnapshot({ snapshotId, names }: SnapshotInfo): components['schemas']['SnapshotInfo'] {
  return { snapshotID: snapshotId, names: [...names] }
}
