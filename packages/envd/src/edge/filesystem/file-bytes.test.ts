import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeFrom } from './file-bytes.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'envd-bytes-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('a transfer that is cut off has let go of its descriptor when it says so', async () => {
  const cut = join(directory, 'cut')
  const other = join(directory, 'other')
  for (let turn = 0; turn < 200; turn++) {
    const descriptor = openSync(cut, 'w')
    const source = new Readable({ read: () => undefined })
    const written = writeFrom(source, descriptor)
    for (let index = 0; index < 20; index++) source.push(Buffer.alloc(100_000, 'x'))
    setImmediate(() => source.destroy(new Error('cut off')))
    await expect(written).rejects.toThrow('cut off')
    closeSync(descriptor)
    // The next file gets the descriptor number that has just become free.
    closeSync(openSync(other, 'w'))
    const reused = openSync(other, 'w')
    expect(reused).toBe(descriptor)
    await new Promise(setImmediate)
    closeSync(reused)
    expect(readFileSync(other).length).toBe(0)
  }
})
