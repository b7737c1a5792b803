/** Control's vault over its local socket. What comes from it stays in memory. */
import { Agent } from 'node:http'
import { type Value, Vault as VaultService } from '@cay/contract/gen/vault/vault_pb.js'
import { parseHeaderRules } from '@cay/core/egress/header-rules.ts'
import { parseProxy } from '@cay/core/egress/proxy-address.ts'
import { traceCallsOut } from '@cay/kit/trace-calls.ts'
import { createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import { bounds } from '../bounds.ts'
import type { ResolvedValue, Vault } from '../ports/vault.ts'

export function connectToVault(socketPath: string): Vault {
  const transport = createConnectTransport({
    httpVersion: '1.1',
    baseUrl: 'http://vault',
    nodeOptions: { socketPath, agent: new Agent({ keepAlive: true, maxSockets: bounds.vaultCallsMax }) },
    acceptCompression: [],
    interceptors: [traceCallsOut],
  })
  const client = createClient(VaultService, transport)
  const bounded = { timeoutMs: bounds.vaultCallMsMax }
  return {
    async openRules(sandboxId, sealed) {
      const { rules, proxy } = await client.openRules({ sandboxId, sealed }, bounded)
      const entries = rules.map(({ host, headers, allowHttp }) => {
        const fields = Object.fromEntries(headers.map(({ name, value }) => [name, value]))
        return [host, [{ transform: { headers: fields, allowHttp } }]] as const
      })
      return {
        rules: parseHeaderRules(Object.fromEntries(entries)),
        proxy: proxy === undefined ? undefined : parseProxy(proxy),
      }
    },
    async resolveValues(sandboxId, { secrets, tokens }) {
      const request = { sandboxId, secrets: [...secrets], tokens: [...tokens] }
      const answer = await client.resolveValues(request, bounded)
      return { secrets: answer.secrets.map(toValue), tokens: answer.tokens.map(toValue) }
    },
  }
}

function toValue({ outcome, goodUntilMs }: Value): ResolvedValue {
  if (outcome.case !== 'value') return { missing: outcome.value ?? 'there is no such value' }
  return { value: outcome.value, goodUntilMs: goodUntilMs === 0n ? undefined : Number(goodUntilMs) }
}
