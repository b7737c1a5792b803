/**
 * Watches all nodes while a test does what it does, and writes down what must never be:
 *
 *   a sandbox has two containers that run
 *   a sandbox that control has told a client is gone has one that runs
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type LiveSandbox, liveSandboxes } from './containers.ts'
import type { RigNode } from './node.ts'

export interface Checker {
  /** A client was told that it has ended, killed or lost. */
  toldEnded(sandboxId: string): void
  /** Rounds so far, and what was seen that must not be. */
  stop(): Promise<{ readonly rounds: number; readonly violations: readonly string[] }>
}

const everyMs = 200
/** Milliseconds that a kill has, from its answer to the end of the last process. */
const endMsMax = 5_000

export function startChecker(nodes: readonly RigNode[]): Checker {
  const stopping = new AbortController()
  const ended = new Map<string, number>()
  const violations = new Set<string>()
  let rounds = 0
  // At once: the logs of that moment can be read while the test goes on.
  const add = (text: string) => {
    if (!violations.has(text)) console.log(`VIOLATION at ${new Date().toISOString()}: ${text}`)
    violations.add(text)
  }
  const round = () => {
    const live = liveSandboxes(nodes)
    rounds += 1
    for (const text of twice(live)) add(text)
    for (const { sandboxId, node } of live) {
      const sinceMs = performance.now() - (ended.get(sandboxId) ?? Number.POSITIVE_INFINITY)
      if (sinceMs > endMsMax) add(`${sandboxId} runs on ${node} after its end was told`)
    }
  }
  const running = (async () => {
    while (!stopping.signal.aborted) {
      round()
      // Rejects when it is stopped.
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    toldEnded: (sandboxId) => void ended.set(sandboxId, performance.now()),
    async stop() {
      stopping.abort()
      await running
      return { rounds, violations: [...violations] }
    },
  }
}

function twice(live: readonly LiveSandbox[]): string[] {
  const byId = Map.groupBy(live, ({ sandboxId }) => sandboxId)
  return [...byId].flatMap(([sandboxId, all]) =>
    all.length < 2
      ? []
      : [
          `${sandboxId} runs ${all.map(({ node, epoch, containerId }) => `on ${node} (epoch ${epoch}, ${containerId})`).join(' and ')}`,
        ],
  )
}
