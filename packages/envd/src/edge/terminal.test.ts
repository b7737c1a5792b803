import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { User } from '../ports.ts'
import { createLaunchers } from './launcher-files.ts'
import { createProcessHost } from './process-host.ts'
import { createReaper } from './reaper.ts'

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

// The same size again: Linux itself then says nothing, so what arrives is what we sent.
test('a program in a terminal is told of a new size also where the kernel does not tell it', async () => {
  const host = createProcessHost({ reaper: createReaper(false), launcherOf: createLaunchers(directory) })
  const script = 'sleep 300 & trap "echo told; kill $!; exit" WINCH; echo ready; wait'
  const launch = {
    command: '/bin/bash',
    args: ['-c', script],
    environment: ['PATH=/usr/bin:/bin'],
    searchPath: '/usr/bin:/bin',
    workingDirectory: directory,
    user,
    stdio: { kind: 'terminal', size },
  } as const
  let printed = ''
  await new Promise<void>((resolve) => {
    const started = host.start(launch, {
      output: (_, bytes) => {
        const before = printed
        printed += Buffer.from(bytes).toString()
        if (!before.includes('ready') && printed.includes('ready')) started.resize(size)
      },
      drained: () => undefined,
      reaped: () => {
        started.release()
        resolve()
      },
    })
  })
  expect(printed).toBe('ready\r\ntold\r\n')
})
