/** `cay sandbox shell` at terminals that come and go, against a real daemon. */
import { expect, test, vi } from 'vitest'
import { type CayWorld, cayFile, startCayWorld } from '../support/cay-command.ts'
import { openWindow } from '../support/terminal-window.ts'

vi.setConfig({ testTimeout: 300_000 })

const openCay = ({ env }: CayWorld, args: readonly string[]) =>
  openWindow({ env, command: [process.execPath, cayFile, ...args] })

const processesOf = async ({ daemonUrl }: CayWorld) => {
  const response = await fetch(`${daemonUrl}/process.Process/List`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  return ((await response.json()) as { processes?: object[] }).processes ?? []
}

test('a named shell outlives its terminal, shows what it has shown to whoever attaches, and is shared by those who have', async () => {
  const world = await startCayWorld()
  const id = await world.world.create()
  const attach = () => openCay(world, ['sandbox', 'shell', '--name', 'work', id])
  const first = attach()
  await first.sees(/[$#] /)
  first.type('V=kept; echo sum-$((40 + 2))\r')
  await first.sees(/sum-42\r\n/)
  first.type('\x10')
  first.type('\x11')
  expect(await first.exitCode()).toBe(0)
  await first.sees(/Detached from work/)
  expect((await world.cay(['sandbox', 'shells', id])).stdout).toMatch(
    /^NAME +PID +COMMAND\nwork +\d+ +\/bin\/bash -i -l\n$/,
  )
  const second = attach()
  await second.sees(/sum-42\r\n/)
  const third = attach()
  await third.sees(/sum-42\r\n/)
  second.type('echo $V-again\r')
  await second.sees(/kept-again\r\n/)
  await third.sees(/kept-again\r\n/)
  third.close()
  await third.ended
  second.type('exit 3\r')
  expect(await second.exitCode()).toBe(3)
  expect((await world.cay(['sandbox', 'shells', id, '-o', 'name'])).stdout).toBe('')
})

test('who detaches from a program that fills the terminal has the terminal as it was', async () => {
  const world = await startCayWorld()
  const id = await world.world.create()
  const window = openCay(world, ['sandbox', 'shell', '--name', 'work', id])
  await window.sees(/[$#] /)
  window.type('printf "\\033[?1049h\\033[?25l%s" fil; printf led; sleep 100\r')
  await window.sees(/filled/)
  window.type('\x10\x11')
  expect(await window.exitCode()).toBe(0)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are spoken to with them.
  await window.sees(/\x1b\[\?1049l\x1b\[\?25h[\s\S]*Detached from work/)
})

test('a named shell is ended by its name, and one that is none is told', async () => {
  const world = await startCayWorld()
  const id = await world.world.create()
  const window = openCay(world, ['sandbox', 'shell', '--name', 'work', id])
  await window.sees(/[$#] /)
  const ended = await world.cay(['sandbox', 'shells', id, '--end', 'nope', '--end', 'work'])
  expect(ended).toEqual({ stdout: 'work\n', stderr: 'Error: shell "nope" not found\n', exitCode: 1 })
  expect(await window.exitCode()).toBe(137)
})

test('closing the terminal leaves the shell running in the sandbox', async () => {
  const world = await startCayWorld()
  const id = await world.world.create()
  const window = openCay(world, ['sandbox', 'shell', id])
  await window.sees(/[$#] /)
  expect(await processesOf(world)).toHaveLength(1)
  window.close()
  await expect.poll(() => processesOf(world), { timeout: 100_000 }).toEqual([])
})
