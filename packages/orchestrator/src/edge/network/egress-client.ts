/** Calls the egress service over its local socket. */
import { Egress } from '@cay/contract/gen/egress/egress_pb.js'
import { protocolMessages, protocolOf } from '@cay/kit/denied-protocols.ts'
import { withIdleTimeout } from '@cay/kit/flow/idle-timeout.ts'
import { isConnectionBroken, isPeerDown } from '@cay/kit/peer-errors.ts'
import { traceCallsOut } from '@cay/kit/trace-calls.ts'
import { createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import type { EgressClient } from '../../ports/egress.ts'

const callMsMax = 2_000
/** Longer than the egress gateway itself waits to hear of a sandbox. */
const followMsMax = 6_000
/** Longer than the egress gateway waits for control, which it may ask for header rules. */
const closeMsMax = 6_000
/** The egress gateway sends at least a keepalive every 5 s. */
const silenceMsMax = 15_000

export function connectEgress(socketPath: string): EgressClient {
  const transport = createConnectTransport({
    httpVersion: '1.1',
    baseUrl: 'http://egress',
    nodeOptions: { socketPath },
    // Compression gains nothing between two processes of one machine.
    acceptCompression: [],
    interceptors: [traceCallsOut],
  })
  const client = createClient(Egress, transport)
  return {
    async resetConnections(sandboxId, refuseMs) {
      await client.resetConnections({ sandboxId, refuseMs }, { timeoutMs: callMsMax })
    },
    async closeDisallowed(sandboxId) {
      try {
        await client.closeDisallowed({ sandboxId }, { timeoutMs: closeMsMax })
      } catch (error) {
        if (!isPeerDown(error) && !isConnectionBroken(error)) throw error
      }
    },
    async awaitGeneration(sandboxId, generation) {
      try {
        await client.awaitSandbox({ sandboxId, generation }, { timeoutMs: followMsMax })
        return true
      } catch (error) {
        if (isPeerDown(error) || isConnectionBroken(error)) return false
        throw error
      }
    },
    async reportPackets(sandboxId, packets) {
      const told = packets.map(({ protocol, count, ...destination }) => ({
        ...destination,
        protocol: protocolMessages[protocol],
        count: BigInt(count),
      }))
      await client.reportPackets({ sandboxId, packets: told }, { timeoutMs: callMsMax })
    },
    async *watchDenials(signal) {
      const open = (each: AbortSignal) => client.watchDenials({}, { signal: each })
      for await (const { event } of withIdleTimeout({ open, idleMs: silenceMsMax, signal })) {
        const denial = event.case === 'denied' ? event.value.denial : undefined
        if (event.case !== 'denied' || denial === undefined) continue
        const { address, port, name, rule } = denial
        const protocol = protocolOf(denial.protocol)
        yield {
          sandboxId: event.value.sandboxId,
          atMs: Number(denial.firstAtMs),
          protocol,
          address,
          port,
          name,
          rule,
        }
      }
    },
  }
}
