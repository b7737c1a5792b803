/** How much memory the services of the nodes take while a test goes on. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { processesOf } from './leftovers.ts'
import type { RigNode } from './node.ts'

export interface MemoryRecord {
  /** A line for each service of each node: what it took first, at most and last, in MiB. */
  stop(): Promise<readonly string[]>
}

const everyMs = 10_000
const service = /packages\/(control|orchestrator|egress|proxy|agent)\/src\/main\.ts/

export function recordMemory(nodes: readonly RigNode[]): MemoryRecord {
  const stopping = new AbortController()
  const taken = new Map<string, number[]>()
  const look = () => {
    for (const [name, mib] of nodes.flatMap(servicesOf)) taken.set(name, [...(taken.get(name) ?? []), mib])
  }
  const running = (async () => {
    while (!stopping.signal.aborted) {
      look()
      // Rejects when it is stopped.
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await running
      return [...taken].map(([name, all]) => `${name}: ${all[0]}, ${Math.max(...all)}, ${all.at(-1)} MiB`)
    },
  }
}

function servicesOf({ name, dataDir }: RigNode): (readonly [string, number])[] {
  return processesOf(dataDir).flatMap(({ pid, line }) => {
    const found = service.exec(line)?.[1]
    const mib = found === undefined ? undefined : residentMib(pid)
    return mib === undefined ? [] : [[`${found} of ${name}`, mib] as const]
  })
}

/** Undefined for one that has ended meanwhile. */
function residentMib(pid: number): number | undefined {
  try {
    const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kib === undefined ? undefined : Math.round(Number(kib) / 1024)
  } catch {
    // It has ended since the listing.
    return undefined
  }
}
