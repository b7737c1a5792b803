/** A proxy whose one sandbox goes from phase to phase, for the test file that calls `sandboxInPhases` at its top. */
import type { Socket } from 'node:net'
import type { SandboxState } from '@cay/orchestrator/sim/simulated-sandboxes.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { openProxyWorld, type ProxyWorld, type Sandbox } from './proxy-world.ts'

export let world: ProxyWorld
export let sandbox: Sandbox

export function sandboxInPhases(): void {
  beforeAll(async () => {
    world = await openProxyWorld()
  })
  beforeEach(() => {
    sandbox = world.addSandbox()
    world.orchestrator.onResume = () => undefined
    world.orchestrator.onWake = () => undefined
    world.orchestrator.resumes.splice(0)
    world.orchestrator.wakes.splice(0)
  })
  afterEach(() => {
    expect(world.isAlive()).toBe(true)
  })
  afterAll(async () => {
    await world[Symbol.asyncDispose]()
  })
}

/** Resolves when the proxy has heard of it. */
export const enter = (phase: SandboxState['phase'], more: Omit<SandboxState, 'phase'> = {}) => {
  void world.orchestrator.show(sandbox.id, { phase, ...more })
  return world.untilCurrent()
}
const lifecycle = { onTimeout: 'pause', filesOnly: false, autoResume: true, autoResumeSeconds: 300 } as const
export const autoResume = { lifecycle }
export const endsIn = (ms: number, onTimeout: 'kill' | 'pause') => ({
  lifecycle: { ...lifecycle, onTimeout },
  endAtMs: Date.now() + ms,
})
export const secure = { ingress: { trafficToken: 'secret', maskRequestHost: '', httpsPorts: [] } }
export const head = (method: string, port: number, more = '') =>
  `${method} / HTTP/1.1\r\nHost: ${port}-${sandbox.id}.localhost\r\n${more}\r\n`

/** A server that answers the first request of each connection when it is told to, and counts them. */
export async function slowServer(ownPort?: number) {
  const arrived: { text: string; socket: Socket; end: Promise<string> }[] = []
  const port = await sandbox.serveRaw((socket) => {
    const end = new Promise<string>((resolve) => {
      socket.once('error', () => resolve('reset'))
      socket.once('end', () => resolve('end'))
    })
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
      if (!text.includes('\r\n\r\n')) return
      const known = arrived.find((each) => each.socket === socket)
      if (known === undefined) arrived.push({ text, socket, end })
      else known.text = text
    })
  }, ownPort)
  const nth = async (count: number) => {
    await expect.poll(() => arrived.length).toBeGreaterThanOrEqual(count)
    const found = arrived[count - 1]
    if (found === undefined) throw new Error('nobody came')
    return found
  }
  return { port, arrived, nth }
}
export const ok = (text: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`
