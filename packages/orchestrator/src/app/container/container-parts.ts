/** What creating and removing containers needs. The builder of templates needs no more than this. */
import type { CreatedContainers } from '../pool/created-containers.ts'
import type { MachineParts } from './machine-parts.ts'

export interface ContainerParts extends MachineParts {
  readonly created: CreatedContainers
}
