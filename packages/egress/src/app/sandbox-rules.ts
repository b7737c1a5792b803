import type { DomainSet } from '@cay/core/egress/domain-name.ts'
import type { SealedRules } from '@cay/core/egress/lists.ts'
import type { OpenedRules } from '../ports/vault.ts'

/** What is sealed in a policy, and what it holds once somebody has asked. */
export interface SandboxRules {
  readonly sealed: SealedRules
  readonly hosts: DomainSet
  opened: Promise<OpenedRules> | undefined
}
