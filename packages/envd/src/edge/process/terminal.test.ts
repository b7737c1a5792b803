import { closeSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Launch } from '../../ports/process.ts'
import type { User } from '../../ports/user.ts'
import { createLaunchers } from './launcher-files.ts'
import { createProcessHost } from './process-host.ts'
import { createReaper } from './reaper.ts'
import { openTerminal } from './terminal.ts'

const directory = mkdtempSync(join(tmpdir(), 'terminal-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const gid = process.getgid?.() ?? 0
const user: User = {
  name: 'user',
  uid: process.getuid?.() ?? 0,
  gid,
  groups: [gid],
  home: directory,
  shell: '/bin/sh',
}
const size = { cols: 80, rows: 24 }

function launchOf(script: string): Launch {
  return {
    command: '/bin/bash',
    args: ['-c', script],
    environment: ['PATH=/usr/bin:/bin'],
    searchPath: '/usr/bin:/bin',
    workingDirectory: directory,
    user,
    stdio: { kind: 'terminal', size },
  }
}

test('a terminal that had nothing to read kept all of the daemon waiting', () => {
  const { descriptor } = openTerminal(user, size)
  const [, flags = ''] =
    /^flags:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8')) ?? []
  closeSync(descriptor)
  const notBlocking = 0o4000
  expect(Number.parseInt(flags, 8) & notBlocking).toBe(notBlocking)
})

test('keys that a program does not take keep nobody waiting, and are given up with it', async () => {
  const host = createProcessHost({ reaper: createReaper(false), launcherOf: createLaunchers(directory) })
  const [ready, reaped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const started = host.start(launchOf('stty raw; echo ready; exec sleep 300'), {
    output: () => ready.resolve(),
    drained: () => undefined,
    reaped: () => reaped.resolve(),
  })
  await ready.promise
  const typed = started.write(Buffer.alloc(1024 * 1024, 'k'))
  const first = await Promise.race([
    typed.then(() => 'taken'),
    new Promise((resolve) => setTimeout(resolve, 50)),
  ])
  expect(first).toBeUndefined()
  started.signal(9)
  await reaped.promise
  started.release()
  await expect(typed).rejects.toThrow('broken pipe')
})

// The size is set to its current value: Linux then sends no signal itself, so the signal that arrives is the
// daemon's.
test('a program in a terminal is told of a new size also where the kernel does not tell it', async () => {
  const host = createProcessHost({ reaper: createReaper(false), launcherOf: createLaunchers(directory) })
  const script = 'sleep 300 & trap "echo told; kill $!; exit" WINCH; echo ready; wait'
  let printed = ''
  const [drained, reaped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const started = host.start(launchOf(script), {
    output: (_, bytes) => {
      const before = printed
      printed += Buffer.from(bytes).toString()
      if (!before.includes('ready') && printed.includes('ready')) started.resize(size)
    },
    drained: drained.resolve,
    reaped: () => reaped.resolve(),
  })
  // The last output may be read after the end of the process.
  await Promise.all([drained.promise, reaped.promise])
  started.release()
  expect(printed).toBe('ready\r\ntold\r\n')
})

test('what ran in a terminal lived on without it when its shell was killed', async () => {
  const host = createProcessHost({ reaper: createReaper(false), launcherOf: createLaunchers(directory) })
  const jobs: number[] = []
  try {
    for (const wasKilled of [true, false]) {
      const [said, reaped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let printed = ''
      // With `set -m` a job is a process group of its own, and in the background Linux would not hang it up.
      const started = host.start(launchOf('set -m; sleep 300 & echo "<$!>"; read line'), {
        output: (_, bytes) => {
          printed += Buffer.from(bytes).toString()
          if (printed.includes('>')) said.resolve()
        },
        drained: () => undefined,
        reaped: () => reaped.resolve(),
      })
      await said.promise
      const job = Number(/<(\d+)>/.exec(printed)?.[1])
      jobs.push(job)
      if (wasKilled) started.signal(9)
      else await started.write(Buffer.from('\n'))
      await reaped.promise
      if (wasKilled) await expect.poll(() => isAlive(job)).toBe(false)
      else expect(isAlive(job)).toBe(true)
      started.release()
    }
  } finally {
    for (const job of jobs.filter(isAlive)) process.kill(job, 9)
  }
})

/** A process that has ended but was not reaped counts as not alive. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
