import type { DomainSet } from '@cay/core/egress/domain-name.ts'
import type { SealedRules } from '@cay/core/egress/lists.ts'
import type { OpenedRules } from '../../ports/vault.ts'

/** The sealed part of a policy, and its content once it was fetched. */
export interface SandboxRules {
  readonly sealed: SealedRules
  readonly hosts: DomainSet
  opened: Promise<OpenedRules> | undefined
}
