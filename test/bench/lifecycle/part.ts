import type { Measurement } from '../measured.ts'
import type { OwnInstallation } from '../own-installation.ts'

/** What a part that shares an installation with others is given. */
export interface LifecyclePart extends Measurement {
  readonly own: OwnInstallation
}
