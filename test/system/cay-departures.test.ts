/** `cay` that ends before its command in the sandbox does: neither the command nor the sandbox of `run --rm` is left. */
import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type CayWorld, cayFile, startCayWorld } from '../support/cay-command.ts'
import { openWindow } from '../support/terminal-window.ts'

vi.setConfig({ testTimeout: 300_000 })

const run = ['run', '--rm', 'base', '--']

function start({ start: startCay }: CayWorld, args: readonly string[]) {
  const child = startCay(args)
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function processes({ daemonUrl }: CayWorld): Promise<readonly object[]> {
  const response = await fetch(`${daemonUrl}/process.Process/List`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  return ((await response.json()) as { processes?: object[] }).processes ?? []
}

const sandboxes = async ({ world }: CayWorld) => (await world.call('GET', '/v2/sandboxes')).body

/** What runs in the daemon, and which sandboxes there are. */
const left = async (cay: CayWorld) => ({ processes: await processes(cay), sandboxes: await sandboxes(cay) })
const nothing = { processes: [], sandboxes: [] }

/** `cay run --rm`, and `cay sandbox exec` in a sandbox that is killed by the returned function. */
async function bothVerbs(cay: CayWorld): Promise<readonly { args: readonly string[]; remove(): unknown }[]> {
  const id = await cay.world.create()
  return [
    { args: ['sandbox', 'exec', id, '--'], remove: () => cay.world.call('DELETE', `/sandboxes/${id}`) },
    { args: run, remove: () => undefined },
  ]
}

test('a command whose reader had left went on in its sandbox, and so did the sandbox of `cay run --rm`', async () => {
  const cay = await startCayWorld()
  for (const { args, remove } of await bothVerbs(cay)) {
    const child = start(cay, [...args, 'yes'])
    await once(child.stdout, 'data')
    child.stdout.destroy()
    await once(child, 'exit')
    await remove()
    expect(child.exitCode).toBe(0)
    await expect.poll(() => left(cay)).toEqual(nothing)
  }
})

test('Ctrl-C during the create left the sandbox of `cay run --rm`', async () => {
  const cay = await startCayWorld()
  const child = start(cay, [...run, 'sleep', '1000'])
  cay.world.node.beforeCreate = async () => void child.kill('SIGINT')
  await once(child, 'exit')
  await expect.poll(() => cay.world.node.requests.size, { timeout: 100_000 }).toBe(1)
  expect(child.exitCode).toBe(130)
  await expect.poll(() => left(cay)).toEqual(nothing)
})

test('SIGHUP without a terminal left a command, and the sandbox of `cay run --rm`', async () => {
  const cay = await startCayWorld()
  for (const { args, remove } of await bothVerbs(cay)) {
    const child = start(cay, [...args, 'sh', '-c', 'echo ready; exec sleep 1000'])
    await once(child.stdout, 'data')
    child.kill('SIGHUP')
    await once(child, 'exit')
    await remove()
    expect(child.exitCode).toBe(129)
    await expect.poll(() => left(cay)).toEqual(nothing)
  }
})

test('a terminal that was closed while a program printed left it, and the sandbox of `cay run --rm`', async () => {
  const cay = await startCayWorld()
  const id = await cay.world.create()
  for (const args of [
    ['sandbox', 'exec', '-t', id],
    ['run', '--rm', '-t', 'base'],
  ]) {
    const window = openWindow({ env: cay.env, command: [process.execPath, cayFile, ...args, 'yes'] })
    await window.sees(/y\r\ny\r\n/)
    window.close()
    await expect
      .poll(() => left(cay), { timeout: 100_000 })
      .toMatchObject({ processes: [], sandboxes: [{ sandboxID: id }] })
  }
})
