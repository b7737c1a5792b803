/**
 * One container of the base template without services around it, for tests and measurements of what runs inside: its envd is
 * spoken to directly. It has a data directory of its own, which is removed with it.
 */
import { rm } from 'node:fs/promises'
import { createLogger } from '@cay/kit/log.ts'
import type { ContainerParts } from '@cay/orchestrator/app/container/container-parts.ts'
import { makeContainer } from '@cay/orchestrator/app/container/make-container.ts'
import { removeContainer } from '@cay/orchestrator/app/container/remove-container.ts'
import { guestLogs } from '@cay/orchestrator/edge/logs/guest-logs.ts'
import { readNodeTraits } from '@cay/orchestrator/edge/node/node-traits.ts'
import { call } from '@cay/orchestrator/edge/sandbox/daemon.ts'
import type { GuestClient } from '@cay/orchestrator/edge/sandbox/guest-client.ts'
import { listTemplates } from '@cay/orchestrator/edge/template/list-templates.ts'
import type { Resources } from '@cay/orchestrator/ports/container.ts'
import type { ContainerRecord } from '@cay/orchestrator/ports/record.ts'
import { clearMachine } from '@cay/orchestrator/wiring/clear-machine.ts'
import { prepareMachine, wireMachine } from '@cay/orchestrator/wiring/wire-machine.ts'
import { connectGuest } from './connect-guest.ts'

export interface StandaloneSandbox extends AsyncDisposable {
  readonly address: string
  readonly client: GuestClient
  readonly resources: Resources
  /** For what a test does to the container from the node's side. */
  readonly parts: ContainerParts
  readonly record: ContainerRecord
}

/** The template is that of `templatesDir`; `name` tells the sandboxes of several tests apart. */
export async function startStandaloneSandbox(
  templatesDir: string,
  name: string,
  resources: Partial<Resources> = {},
): Promise<StandaloneSandbox> {
  const log = createLogger('test', 'silent')
  const dataDir = `${templatesDir}-${name}`
  await clearMachine(dataDir)
  const installation = await prepareMachine(dataDir, log)
  const parts = wireMachine({ dataDir, installation, log, takenSlots: [], preallocatedSlots: 0 })
  const { builds } = await listTemplates(templatesDir, await readNodeTraits(parts.runtime))
  // Those that tests have ordered may lie there too, and be newer.
  const build = builds.find((one) => one.alias === 'base')
  if (build === undefined) throw new Error(`no base template in ${templatesDir}`)
  const given = { ...build.resources, ...resources }
  const record = await makeContainer(parts, { ...build, resources: given })
  const { address } = record.container.slot
  // A daemon that was told nothing has not looked whether its restore left it busy.
  await tellIdentity(address, { resources: given })
  const client = connectGuest(address)
  return {
    address,
    client,
    resources: given,
    parts,
    record,
    async [Symbol.asyncDispose]() {
      client.close()
      await removeContainer(parts, record)
      await clearMachine(dataDir)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** As the node tells every sandbox who it is: no connection is left, so the guest can be saved afterwards. */
export async function tellIdentity(address: string, identity: object): Promise<void> {
  await call({ address, method: 'POST', path: '/init', timeoutMs: 10_000, body: JSON.stringify(identity) })
}

/**
 * The first page of the sandbox's log. It is fetched on a connection of its own: `fetch` would keep one open, and send its next
 * request to another sandbox at the same address on it.
 */
export async function firstLogPage(address: string) {
  return await guestLogs.page({ address, controlToken: '' }, '', 10_000)
}
