/** Installs and starts all servers at once. Either all of them are ready, or none is left and each that failed is named. */
import { setTimeout as sleep } from 'node:timers/promises'
import { startMsMax } from '../dialect/bounds.ts'
import type { ServerSpec } from '../dialect/gateway-config.ts'
import type { ServerProgram } from '../ports/server-program.ts'
import { ServerLink } from './server-link.ts'

export interface StartParts {
  /** Resolves with the directory of its program. */
  readonly install: (spec: ServerSpec, signal: AbortSignal) => Promise<string>
  readonly startProgram: (spec: ServerSpec, directory: string) => Promise<ServerProgram>
  readonly onChange: () => void
  readonly nowMs: () => number
}

/** A line, or several, for each server that failed. */
export class StartError extends Error {
  override name = 'StartError'
}

export async function startServers(
  specs: readonly ServerSpec[],
  parts: StartParts,
  startMs = startMsMax,
): Promise<ServerLink[]> {
  const over = new AbortController()
  const late = sleep(startMs, undefined, { signal: over.signal, ref: false }).then(
    () => over.abort(),
    () => undefined,
  )
  const started = await Promise.allSettled(specs.map((spec) => startServer(spec, parts, over.signal)))
  const wasLate = over.signal.aborted
  over.abort()
  await late
  const links = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failures = started.flatMap((one) => (one.status === 'rejected' ? [reasonOf(one.reason)] : []))
  if (failures.length === 0) return links
  await Promise.all(links.map((link) => link.close()))
  const when = wasLate ? `not all servers were ready within ${startMs / 1000} s\n` : ''
  throw new StartError(`${when}${failures.join('\n')}`)
}

async function startServer(spec: ServerSpec, parts: StartParts, signal: AbortSignal): Promise<ServerLink> {
  const directory = await installed(spec, parts, signal)
  const link = new ServerLink({
    name: spec.name,
    startProgram: () => parts.startProgram(spec, directory),
    nowMs: parts.nowMs,
    onChange: parts.onChange,
  })
  await link.start(signal)
  return link
}

async function installed(spec: ServerSpec, parts: StartParts, signal: AbortSignal): Promise<string> {
  try {
    return await parts.install(spec, signal)
  } catch (cause) {
    const hint = signal.aborted ? ' (a template into which it was pulled has it from the start)' : ''
    throw new Error(`server "${spec.name}" could not be installed${hint}: ${reasonOf(cause)}`, { cause })
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
