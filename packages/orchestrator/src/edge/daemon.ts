/** The node's side of envd: health and identity, over the slot's cable. No connection outlives its call. */
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@cay/contract/limits.ts'
import { headers } from '@cay/contract/names.ts'
import type { Daemon, GuestIdentity } from '../ports.ts'

const pollMs = 2
const callMsMax = 10_000
/** A packet sent while the sandbox is still coming up is lost, and TCP repeats it only after a second: ask anew instead. */
const probeMsMax = 50

export class HttpDaemon implements Daemon {
  async waitReady(address: string, timeoutMs: number): Promise<void> {
    const deadline = Date.now() + timeoutMs
    for (;;) {
      try {
        await call({ address, method: 'GET', path: '/health', timeoutMs: probeMsMax })
        return
      } catch (error) {
        if (Date.now() > deadline)
          throw new Error(`envd did not answer within ${timeoutMs} ms`, { cause: error })
        await sleep(pollMs)
      }
    }
  }

  async init(address: string, identity: GuestIdentity, currentControlToken?: string): Promise<void> {
    await call({
      address,
      method: 'POST',
      path: '/init',
      timeoutMs: callMsMax,
      body: JSON.stringify(identity),
      headers: currentControlToken === undefined ? {} : { [headers.controlToken]: currentControlToken },
    })
  }
}

interface Call {
  readonly address: string
  readonly method: string
  readonly path: string
  readonly timeoutMs: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Resolves on 204; rejects on anything else. */
function call(given: Call): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: given.address,
      port: limits.daemonPort,
      method: given.method,
      path: given.path,
      agent: false,
      headers: {
        ...given.headers,
        ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(given.timeoutMs),
    })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      // The status is all we want. An orderly close would linger in the sandbox, and a checkpoint refuses every
      // connection that crosses the edge: so the rest is cut off.
      response.on('error', () => undefined)
      response.socket.resetAndDestroy()
      if (response.statusCode === 204) resolve()
      else reject(new Error(`envd answered ${given.method} ${given.path} with ${response.statusCode}`))
    })
    outgoing.end(given.body)
  })
}
