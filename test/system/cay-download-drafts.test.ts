import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** Writes a file of which the rest never comes. */
const program = `
import { Readable } from 'node:stream'
const { localFiles } = await import(process.argv[1])
const body = new Readable({ read() {} })
body.push('a part')
setInterval(() => undefined, 1000)
await localFiles.write(process.argv[2], body, 0)`
const module = new URL('../../packages/cli/src/edge/files/local-files.ts', import.meta.url).href

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a download that ended by %s left its draft',
  async (signal) => {
    const directory = await mkdtemp(join(tmpdir(), 'cay-local-'))
    onTestFinished(() => rm(directory, { recursive: true, force: true }))
    const argv = ['--input-type=module', '--eval', program, module, join(directory, 'file')]
    const child = spawn(process.execPath, argv, { stdio: 'inherit' })
    onTestFinished(() => void child.kill('SIGKILL'))
    await expect.poll(() => readdir(directory)).toEqual([expect.stringMatching(/^\.cay-/)])
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([null, signal])
    expect(await readdir(directory)).toEqual([])
  },
)
