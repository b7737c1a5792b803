import { createLogger } from '@cay/kit/log.ts'
import type { ContainerParts } from '@cay/orchestrator/app/container-parts.ts'
import { makeContainer } from '@cay/orchestrator/app/make-container.ts'
import { removeContainer } from '@cay/orchestrator/app/remove-container.ts'
import { clearMachine } from '@cay/orchestrator/clear-machine.ts'
import { GuestClient } from '@cay/orchestrator/edge/guest-client.ts'
import { readNodeTraits } from '@cay/orchestrator/edge/node-traits.ts'
import { prepareMachine, wireMachine } from '@cay/orchestrator/machine.ts'
import type { ContainerRecord } from '@cay/orchestrator/ports.ts'
import { listTemplates } from '@cay/orchestrator/template/list-templates.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

/** Far below what the template has, so that filling it takes a second. */
const diskSizeMb = 256

const log = createLogger('test', 'silent')
let dataDir: string
let parts: ContainerParts
let record: ContainerRecord
let guest: GuestClient

beforeAll(async () => {
  const shared = inject('installation').dataDir
  dataDir = `${shared}-full-disk`
  await clearMachine(dataDir)
  const installation = await prepareMachine(dataDir, log)
  parts = wireMachine({ dataDir, installation, log, takenSlots: [], readyBerths: 0 })
  const [build] = (await listTemplates(shared, await readNodeTraits(parts.runtime))).builds
  if (build === undefined) throw new Error('no base template in the shared installation')
  record = await makeContainer(parts, { ...build, resources: { ...build.resources, diskSizeMb } })
  guest = new GuestClient(record.container.slot.address)
})

afterAll(async () => {
  guest?.close()
  if (record !== undefined) await removeContainer(parts, record)
  await clearMachine(dataDir)
})

test('a full disk is said to the process that fills it, and the sandbox goes on', async () => {
  const full = await guest.runCommand(
    'root',
    `head -c ${diskSizeMb * 2}M /dev/urandom > /root/big; echo "exit $?"; stat -c %s /root/big`,
  )
  expect(full.stderr).toMatch(/No space left on device/)
  const [exit, size] = full.stdout.split('\n')
  expect(exit).toBe('exit 1')
  expect(Number(size)).toBeGreaterThan(diskSizeMb * 0.8 * 2 ** 20)
  expect(Number(size)).toBeLessThan(diskSizeMb * 2 ** 20)
  const after = await guest.runCommand('root', 'rm /root/big && echo again > /root/small && cat /root/small')
  expect(after.stdout).toBe('again\n')
})
