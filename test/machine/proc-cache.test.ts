/** What a checkpoint holds of processes that have ended: nothing, however many there were, and whoever looked at them. */
import { mkdir, stat } from 'node:fs/promises'
import { retry } from '@cay/kit/flow/retry.ts'
import { makeContainer } from '@cay/orchestrator/app/container/make-container.ts'
import { removeContainer } from '@cay/orchestrator/app/container/remove-container.ts'
import { readNodeTraits } from '@cay/orchestrator/edge/node/node-traits.ts'
import type { GuestClient } from '@cay/orchestrator/edge/sandbox/guest-client.ts'
import { listTemplates } from '@cay/orchestrator/edge/template/list-templates.ts'
import type { Container } from '@cay/orchestrator/ports/container.ts'
import { expect, inject, test } from 'vitest'
import { connectGuest } from '../support/connect-guest.ts'
import {
  firstLogPage,
  type StandaloneSandbox,
  startStandaloneSandbox,
  tellIdentity,
} from '../support/standalone-sandbox.ts'

const megabyte = 1_000_000
/** Of each process that a command starts, `ps` looks at everybody. */
const lookedAt = 'ps aux >/dev/null'
/** As every sandbox had it that was saved by a version before this one. */
const mountWithCache = 'umount -l /proc && mount -t proc proc /proc'

const startGuest = (name: string) =>
  startStandaloneSandbox(inject('installation').dataDir, `proc-cache-${name}`)

/** Bytes of what the runtime keeps beside the memory of the guest. */
async function checkpoint(
  guest: StandaloneSandbox,
  client: GuestClient,
  container: Container,
): Promise<Saved> {
  const directory = `${container.directory}/saved-${Date.now()}`
  client.close()
  // Connections that were reset a moment ago make it fail.
  const save = async () => {
    await mkdir(directory, { recursive: true })
    await guest.parts.runtime.checkpoint(container, directory)
  }
  await retry(save, { attempts: 10, delayMs: () => 100 })
  return { directory, bytes: (await stat(`${directory}/checkpoint.img`)).size }
}

interface Saved {
  readonly directory: string
  readonly bytes: number
}

async function runMany(client: GuestClient, count: number): Promise<void> {
  for (let done = 0; done < count; done++) {
    const { exitCode } = await client.runCommand('user', lookedAt)
    expect(exitCode).toBe(0)
  }
}

async function optionsOfProc(client: GuestClient): Promise<string> {
  return (await client.runCommand('user', 'awk \'$2 == "/proc" {print $4}\' /proc/mounts')).stdout.trim()
}

test('the base template keeps nothing of ended processes, and no memory that its daemon does not need', async () => {
  await using guest = await startGuest('base')
  const { builds } = await listTemplates(
    inject('installation').dataDir,
    await readNodeTraits(guest.parts.runtime),
  )
  const base = builds.find(({ alias }) => alias === 'base')
  expect((await stat(`${base?.checkpoint}/checkpoint.img`)).size).toBeLessThan(2 * megabyte)
  // Node alone has 8.5 MB.
  expect((await stat(`${base?.checkpoint}/pages.img`)).size).toBeLessThan(18 * megabyte)
})

test('fifty commands that look at all processes leave nothing in a checkpoint', async () => {
  await using guest = await startGuest('commands')
  const { client, record } = guest
  await runMany(client, 1)
  const before = await checkpoint(guest, client, record.container)
  await runMany(client, 50)
  const after = await checkpoint(guest, client, record.container)
  expect(after.bytes - before.bytes).toBeLessThan(0.1 * megabyte)
})

test('a sandbox that was saved with the processes of its past forgets them when it is resumed', async () => {
  await using guest = await startGuest('old')
  await guest.client.runCommand('root', mountWithCache)
  await runMany(guest.client, 50)
  const old = await checkpoint(guest, guest.client, guest.record.container)
  expect(old.bytes).toBeGreaterThan(3 * megabyte)
  const { templateId, buildId, envdVersion, container } = guest.record
  const order = { templateId, buildId, envdVersion, rootfs: container.rootfs, resources: guest.resources }
  const resumed = await makeContainer(guest.parts, { ...order, checkpoint: old.directory })
  const { address } = resumed.container.slot
  const client = connectGuest(address)
  try {
    await tellIdentity(address, { sandboxId: 'resumed', timestampMs: Date.now() })
    expect(await optionsOfProc(client)).toBe('rw,dentry_cache_limit=0')
    expect((await checkpoint(guest, client, resumed.container)).bytes).toBeLessThan(2 * megabyte)
  } finally {
    client.close()
    await removeContainer(guest.parts, resumed)
  }
})

test('a /proc below which a user has mounted something stays as it is, and the log says so once', async () => {
  await using guest = await startGuest('mounted')
  const { client, address } = guest
  await client.runCommand('root', `${mountWithCache} && mount -t tmpfs own /proc/fs && touch /proc/fs/mine`)
  for (const timestampMs of [Date.now(), Date.now() + 1])
    await tellIdentity(address, { sandboxId: 'mounted', timestampMs })
  expect(await optionsOfProc(client)).toBe('rw,dentry_cache_limit=1000')
  expect((await client.runCommand('user', 'ls /proc/fs')).stdout).toBe('mine\n')
  const { entries } = await firstLogPage(address)
  expect(entries.filter(({ message }) => message.includes('something is mounted at /proc/fs'))).toHaveLength(
    1,
  )
})

test('programs find everything in /proc that the runtime has', async () => {
  await using guest = await startGuest('complete')
  const listing =
    'find /proc -maxdepth 1 -name "[a-z]*" | sort; find /proc/sys /proc/self/ -maxdepth 2 | grep -v "fd\\|task" | sort'
  const ours = (await guest.client.runCommand('root', listing)).stdout
  await guest.client.runCommand('root', mountWithCache)
  expect((await guest.client.runCommand('root', listing)).stdout).toBe(ours)
  expect(ours).toContain('/proc/meminfo\n')
})
