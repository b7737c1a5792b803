/** What making and removing containers takes; the builder of templates works with no more than this. */
import type { CreatedContainers } from '../pool/created-containers.ts'
import type { MachineParts } from './machine-parts.ts'

export interface ContainerParts extends MachineParts {
  readonly created: CreatedContainers
}
