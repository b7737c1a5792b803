import type { HeaderRule } from '@cay/core/egress/header-rules.ts'
import type { EgressProxy } from '@cay/core/egress/proxy-address.ts'

/** The content of the sealed part of a policy. */
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
  /** Why there is none, in text for people. */
  | { readonly missing: string }

/** Secrets, which control keeps. Every call throws when control does not respond. */
export interface Vault {
  openRules(sandboxId: string, sealed: string): Promise<OpenedRules>
  /** In the order of the request. */
  resolveValues(sandboxId: string, names: ValueNames): Promise<ResolvedValues>
}

export interface ResolvedValues {
  readonly secrets: readonly ResolvedValue[]
  readonly tokens: readonly ResolvedValue[]
}
