import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { isErrno } from '@cay/kit/host/errno.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { openTerminal } from '../process/terminal.ts'
import { relayTerminals } from './outer-terminal.ts'

const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

/** A terminal, and a function that returns what a program in it would read. */
function terminal() {
  const { descriptor, path } = openTerminal(owner, { cols: 80, rows: 24 })
  const flags = constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK
  const program = openSync(path, flags)
  const buffer = Buffer.alloc(100)
  const read = () => {
    try {
      return buffer.toString('latin1', 0, readSync(program, buffer))
    } catch (error) {
      if (isErrno(error, 'EAGAIN')) return ''
      throw error
    }
  }
  return {
    descriptor,
    read,
    type: (keys: string) => writeSync(descriptor, keys),
    openAgain: () => openSync(path, flags),
    program,
  }
}

afterEach(() => void vi.useRealTimers())

/** More turns of the event loop than any immediate read needs. */
const turns = 50
/** The kernel hands on what is written to a terminal a moment later. */
const fullForMs = 200

test('what was typed while the command was stopped did not reach the shell', async () => {
  const [outer, inner] = [terminal(), terminal()]
  const relay = relayTerminals({
    outer: outer.openAgain(),
    inner: inner.descriptor,
    takesKeys: true,
    keepsOutputMode: false,
  })
  outer.type('for the command\n')
  await expect.poll(inner.read).toBe('for the command\n')
  for (const round of ['first', 'second']) {
    relay.suspend()
    outer.type(`for the shell, ${round}\n`)
    for (let count = 0; count < turns; count++) await turn()
    await expect.poll(outer.read).toBe(`for the shell, ${round}\n`)
    relay.resume(true)
    outer.type(`again, ${round}\n`)
    await expect.poll(inner.read).toBe(`again, ${round}\n`)
  }
  relay.abandon()
  for (const { program } of [outer, inner]) closeSync(program)
  closeSync(outer.descriptor)
})

test('a command whose terminal nobody looks at keeps nobody waiting, and its end is told all the same', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const [outer, inner] = [terminal(), terminal()]
  const relay = relayTerminals({
    outer: outer.openAgain(),
    inner: inner.descriptor,
    takesKeys: true,
    keepsOutputMode: false,
  })
  let writtenAtMs = performance.now()
  for (let idle = 0; idle <= turns || performance.now() - writtenAtMs < fullForMs; idle++) {
    if (tryToWrite(inner.program)) {
      idle = 0
      writtenAtMs = performance.now()
    }
    await turn()
  }
  let hasEnded = false
  const end = relay.finish().then(() => {
    hasEnded = true
  })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(hasEnded).toBe(false)
  await vi.advanceTimersByTimeAsync(6_000)
  await end
  for (const { program } of [outer, inner]) closeSync(program)
  closeSync(outer.descriptor)
})

/** Returns false if the terminal's buffer is full. */
function tryToWrite(descriptor: number): boolean {
  try {
    return writeSync(descriptor, Buffer.alloc(1000, 'x')) > 0
  } catch (error) {
    if (isErrno(error, 'EAGAIN')) return false
    throw error
  }
}
