/** The sandbox of another team answers like one that never was, and as fast: the same is looked up for both. */
import { operations } from '@cay/contract/gen/control/operations.js'
import { expect, test } from 'vitest'
import { secondKey, startWorld } from './control-world.ts'

/** Control, with what it asks the store and the node for written down. */
function listening() {
  const calls: string[] = []
  const around = <T extends object>(part: T): T =>
    new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          calls.push(String(name))
          return Reflect.apply(value, target, given)
        }
      },
    })
  return { calls, around }
}

const ofOneSandbox = Object.values(operations).filter(({ url }) => url.includes('/sandboxes/:sandboxID'))

test.each(ofOneSandbox.map((operation) => [operation.id, operation] as const))(
  '%s',
  async (id, { method, url, bodyUse }) => {
    const { calls, around } = listening()
    const world = await startWorld({ around })
    const foreign = await world.create({ timeout: 3600 }, secondKey)
    await world.settle()
    const look = async (sandboxId: string) => {
      calls.length = 0
      const body = bodyUse === 'none' ? {} : { body: { timeout: 60 } }
      const reply = await world.call(method, url.replace(':sandboxID', sandboxId), body)
      return [reply.status, JSON.stringify(reply.body).replaceAll(sandboxId, 'ID'), ...calls]
    }
    // The key's first use is written down.
    await world.call('GET', '/v2/sandboxes')
    const unknown = await look(`i${'x'.repeat(20)}`)
    // Events outlive sandboxes: of one that never was there are none.
    expect(unknown[0]).toBe(id === 'listEventsOfSandbox' ? 200 : 404)
    expect(unknown.at(-1)).toMatch(/^(findSandbox|appendEvents|listSandboxEvents)$/)
    expect(unknown).not.toContain('deleteSnapshot')
    expect(await look(foreign)).toEqual(unknown)
  },
)
