import type { HeaderRule } from '@cay/core/egress/header-rules.ts'
import type { EgressProxy } from '@cay/core/egress/proxy-address.ts'

/** What a policy holds sealed. */
export interface OpenedRules {
  readonly rules: readonly HeaderRule[]
  readonly proxy: EgressProxy | undefined
}

export interface ValueNames {
  /** Names or ids. */
  readonly secrets: readonly string[]
  readonly tokens: readonly string[]
}

export type ResolvedValue =
  | { readonly value: string; readonly goodUntilMs: number | undefined }
  /** For people: why there is none. */
  | { readonly missing: string }

/** Where control keeps what nobody else may read. Every call throws when it does not answer. */
export interface Vault {
  openRules(sandboxId: string, sealed: string): Promise<OpenedRules>
  /** In the order they were asked for. */
  resolveValues(sandboxId: string, names: ValueNames): Promise<ResolvedValues>
}

export interface ResolvedValues {
  readonly secrets: readonly ResolvedValue[]
  readonly tokens: readonly ResolvedValue[]
}
