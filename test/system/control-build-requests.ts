/** What tests of templates ask control for, and what the builder of their node says. */
import { expect } from 'vitest'
import type { World } from './control-world.ts'

export const unknownId = 'c456b1be-5359-4932-8525-79048a07da43'
export const resources = { cpuCount: 2, memoryMb: 1024, diskSizeMb: 10_240 }

export interface Requested {
  readonly templateID: string
  readonly buildID: string
}

export async function request(world: World, body: object, key?: string): Promise<Requested> {
  const reply = await world.call('POST', '/v3/templates', { body, ...(key === undefined ? {} : { key }) })
  expect(reply.status).toBe(202)
  return reply.body as Requested
}

export async function start(
  world: World,
  { templateID, buildID }: Requested,
  body: object = { fromImage: 'debian' },
) {
  return await world.call('POST', `/v2/templates/${templateID}/builds/${buildID}`, { body })
}

export async function status(world: World, { templateID, buildID }: Requested, query = '') {
  const { body } = await world.call('GET', `/templates/${templateID}/builds/${buildID}/status${query}`)
  return body as { status: string; logEntries: { message: string }[]; reason?: object }
}

export const entry = (message: string, step = '1', level: 'info' | 'warn' = 'info') =>
  ({ kind: 'entry', entry: { timestampMs: 1_700_000_000_000, level, message, step } }) as const

export async function finish(world: World, build: Requested): Promise<void> {
  world.builder.tell(build.buildID, { kind: 'ready', envdVersion: '0.6.13', resources })
  await expect.poll(async () => (await status(world, build)).status).toBe('ready')
}
