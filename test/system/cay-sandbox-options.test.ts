/** What options of `cay sandbox` and `cay run` do, against control itself and a node that is simulated. */
import { once } from 'node:events'
import { SimulatedVolumes } from '@cay/control/sim/simulated-volumes.ts'
import { expect, test } from 'vitest'
import { cayFile, startCayWorld } from '../support/cay-command.ts'
import { openWindow } from '../support/terminal-window.ts'

test('a sandbox has the volumes, the end and the network that are asked for, by `create` as by `run`', async () => {
  const { cay, world } = await startCayWorld({ volumes: new SimulatedVolumes() })
  expect((await cay(['volume', 'create', 'models'])).exitCode).toBe(0)
  const flags = ['-v', 'models:/mnt/models', '--auto-pause', '--no-internet', '--timeout', '900']
  const created = await cay(['sandbox', 'create', ...flags])
  const ran = await cay(['run', ...flags, 'base', 'true'])
  const ids = [created.stdout.trim(), /^The sandbox goes on: (i\w{20})\n$/.exec(ran.stderr)?.[1]]
  for (const id of ids)
    expect((await world.call('GET', `/sandboxes/${id}`)).body).toMatchObject({
      volumeMounts: [{ name: 'models', path: '/mnt/models' }],
      lifecycle: { onTimeout: 'pause' },
      allowInternetAccess: false,
    })
  const unknown = await cay(['sandbox', 'create', '-v', 'none:/mnt/none'])
  expect(unknown).toMatchObject({
    stderr: expect.stringContaining("- volume mount #0: volume 'none' not found"),
    exitCode: 1,
  })
})

test('a sandbox is paused without its memory, and resumed for as long as the API has it', async () => {
  const { cay, world } = await startCayWorld()
  const id = await world.create()
  expect((await cay(['sandbox', 'pause', '--no-memory', id])).stdout).toBe(`${id}\n`)
  expect(await world.node.client.listSandboxes()).toMatchObject([{ phase: 'paused', filesOnly: true }])
  expect((await cay(['sandbox', 'resume', id.slice(0, 8)])).stdout).toBe(`${id}\n`)
  expect(await world.node.client.listSandboxes()).toMatchObject([{ phase: 'running' }])
})

test('all sandboxes are killed with --all alone', async () => {
  const { cay, world } = await startCayWorld()
  const ids = [await world.create(), await world.create()]
  expect((await cay(['sandbox', 'kill'])).stderr).toMatch(
    /^Error: "cay sandbox kill" requires at least 1 argument\n/,
  )
  const { stdout, exitCode } = await cay(['sandbox', 'kill', '--all'])
  expect([stdout.trim().split('\n').sort(), exitCode]).toEqual([ids.toSorted(), 0])
  expect((await cay(['sandbox', 'list', '-q'])).stdout).toBe('')
})

test('the log of a sandbox has its lines, the newest of them with --tail, and cannot speak to the terminal', async () => {
  const { cay, world } = await startCayWorld()
  const id = await world.create()
  for (const [index, message] of ['first', 'sec\u001b[2Jond', 'third'].entries())
    world.observer.write(id, 1_700_000_000_000 + index, { message, level: 'info' })
  const shown = await cay(['sandbox', 'logs', id.slice(0, 8)])
  expect(shown.stdout.split('\n').map((line) => line.replace(/^\S+ /, ''))).toEqual([
    ...['first', 'sec?[2Jond', 'third', ''],
  ])
  expect((await cay(['sandbox', 'logs', '-n', '1', id])).stdout).toMatch(/^2023-11-14T\S+Z third\n$/)
  const lines = (await cay(['sandbox', 'logs', '--json', id])).stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'info', message: 'first' },
    { message: 'sec\u001b[2Jond' },
    { message: 'third' },
  ])
})

test('what one sandbox uses is told by the beginning of its id', async () => {
  const { cay, world } = await startCayWorld()
  const [id] = [await world.create(), await world.create()]
  const { stdout } = await cay(['sandbox', 'top', '-o', 'json', id])
  expect(JSON.parse(stdout)).toMatchObject([{ sandboxId: id }])
  expect((await cay(['sandbox', 'top', 'nope'])).stderr).toMatch(/^Error: sandbox "nope" not found\n/)
})

test('`cay run -it --rm` has the terminal, its exit code, and leaves no sandbox', async () => {
  const { env, world } = await startCayWorld()
  const command = [process.execPath, cayFile, 'run', '-it', '--rm', 'base']
  const window = openWindow({ env, command, size: { columns: 91, rows: 17 } })
  await window.sees(/[$#] /)
  window.type('stty size\r')
  await window.sees(/17 91\r\n/)
  window.type('exit 6\r')
  expect(await window.exitCode()).toBe(6)
  expect((await world.call('GET', '/v2/sandboxes')).body).toEqual([])
})

test('Ctrl-C ends the command of `cay run`, and with --rm its sandbox', async () => {
  const { start, world } = await startCayWorld()
  const command = ['sh', '-c', 'trap "exit 3" TERM; echo ready; while :; do sleep 0.1; done']
  const child = start(['run', '--rm', 'base', '--', ...command])
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  await once(child, 'exit')
  expect(child.exitCode).toBe(3)
  expect((await world.call('GET', '/v2/sandboxes')).body).toEqual([])
})

test('a user that is none is told, and nothing runs', async () => {
  const { cay, world } = await startCayWorld()
  const id = await world.create()
  const refused = await cay(['sandbox', 'exec', '-u', 'nobody-here', id, 'echo', 'ran'])
  expect(refused).toEqual({
    stdout: '',
    stderr: expect.stringMatching(/^Error: .*nobody-here/),
    exitCode: 1,
  })
})

test('`cay sandbox network` with any change opened a sandbox that was created without internet access', async () => {
  const { cay, world } = await startCayWorld()
  const id = await world.create({ allow_internet_access: false })
  const network = async () => JSON.parse((await cay(['sandbox', 'network', id, '-o', 'json'])).stdout)
  await cay(['sandbox', 'network', id, '--allow', '198.51.100.7'])
  const shut = { allowOut: ['198.51.100.7'], denyOut: ['0.0.0.0/0'], allowInternetAccess: false }
  expect(await network()).toMatchObject(shut)
  await cay(['sandbox', 'network', id, '--deny', '198.51.100.8'])
  expect(await network()).toMatchObject({ allowOut: [], denyOut: ['198.51.100.8', '0.0.0.0/0'] })
  await cay(['sandbox', 'network', id, '--open'])
  expect(await network()).toMatchObject({ allowOut: [], denyOut: [], allowInternetAccess: true })
})
