import { type HeaderRulesSpec, parseHeaderRules } from '@cay/core/egress/header-rules.ts'
import type { SealedRules } from '@cay/core/egress/lists.ts'
import { type ProxySpec, parseProxy } from '@cay/core/egress/proxy-address.ts'
import type { OpenedRules, ResolvedValue, ResolvedValues, ValueNames, Vault } from '../ports/vault.ts'

interface Sealed {
  readonly rules?: HeaderRulesSpec | undefined
  readonly proxy?: ProxySpec | undefined
}

/** A vault that seals nothing, with values that are set by the test. */
export class SimulatedVault implements Vault {
  readonly secrets = new Map<string, string>()
  readonly tokens = new Map<string, { readonly value: string; readonly goodUntilMs: number }>()
  /** Requests for values, in order. */
  readonly asked: ValueNames[] = []
  isDown = false

  /** Undefined when there is nothing to seal. */
  seal(spec: Sealed): SealedRules | undefined {
    const { rules, proxy } = spec
    if (rules === undefined && proxy === undefined) return undefined
    return {
      ruleHosts: parseHeaderRules(rules ?? {}).map(({ pattern }) => pattern),
      hasProxy: proxy !== undefined,
      text: JSON.stringify(spec),
    }
  }

  async openRules(_sandboxId: string, sealed: string): Promise<OpenedRules> {
    this.#answer()
    const { rules, proxy } = JSON.parse(sealed) as Sealed
    return {
      rules: parseHeaderRules(rules ?? {}),
      proxy: proxy === undefined ? undefined : parseProxy(proxy),
    }
  }

  async resolveValues(_sandboxId: string, names: ValueNames): Promise<ResolvedValues> {
    this.#answer()
    this.asked.push(names)
    const secrets = names.secrets.map((name) => found(this.secrets.get(name)))
    const tokens = names.tokens.map((name) => this.tokens.get(name) ?? missing)
    return { secrets, tokens }
  }

  #answer(): void {
    if (this.isDown) throw new Error('nobody listens there')
  }
}

const missing = { missing: 'there is no such value' }

function found(value: string | undefined): ResolvedValue {
  return value === undefined ? missing : { value, goodUntilMs: undefined }
}
