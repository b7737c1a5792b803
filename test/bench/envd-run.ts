/** One command through envd, from a client on the host that speaks to the sandbox's address. */
import { type Agent, request } from 'node:http'
import { limits } from '@cay/contract/limits.ts'
import type { StandaloneSandbox } from '../support/standalone-sandbox.ts'

export interface Round {
  readonly guest: StandaloneSandbox
  readonly turns: number
  readonly signal: AbortSignal
}

export interface Caller {
  readonly guest: StandaloneSandbox
  readonly agent: Agent
}

export interface Command {
  readonly cmd: string
  readonly args: readonly string[]
}

const callMsMax = 120_000

/** From the request up to the last byte of the stream, whose bytes are counted. */
export function runToEnd({ guest, agent }: Caller, command: Command): Promise<{ ms: number; bytes: number }> {
  const message = Buffer.from(JSON.stringify({ process: command, stdin: false }))
  const head = Buffer.alloc(5)
  head.writeUInt32BE(message.length, 1)
  const startedMs = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: guest.address,
        port: limits.daemonPort,
        method: 'POST',
        path: '/process.Process/Start',
        headers: {
          'content-type': 'application/connect+json',
          authorization: `Basic ${Buffer.from('user:').toString('base64')}`,
        },
        agent,
        signal: AbortSignal.timeout(callMsMax),
      },
      (response) => {
        let bytes = 0
        let last: Buffer = Buffer.alloc(0)
        response.on('error', reject)
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          last = chunk
        })
        response.on('end', () => {
          // The last frame says whether the call failed.
          if (last.toString('latin1').endsWith('{}')) resolve({ ms: performance.now() - startedMs, bytes })
          else reject(new Error(`the command failed: ${last.subarray(-200)}`))
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(Buffer.concat([head, message]))
  })
}
