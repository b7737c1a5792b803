import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RotatingFile } from './rotating-file.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cay-log-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const failures: unknown[] = []
const options = { bytesMax: 100, olderMax: 2, onFailure: (error: unknown) => failures.push(error) }

test('files and their number stay bounded, and the newest lines are kept', () => {
  const file = new RotatingFile(join(directory, 'a.log'), options)
  for (let number = 0; number < 100; number++) file.writeLine(`line ${number}`)
  file.close()
  expect(readdirSync(directory).sort()).toEqual(['a.log', 'a.log.1', 'a.log.2'])
  for (const name of readdirSync(directory))
    expect(statSync(join(directory, name)).size).toBeLessThanOrEqual(100)
  expect(readFileSync(join(directory, 'a.log'), 'utf8')).toMatch(/line 99\n$/)
})

test('a file that is there is continued', () => {
  const path = join(directory, 'a.log')
  for (const text of ['one', 'two']) {
    const file = new RotatingFile(path, options)
    file.writeLine(text)
    file.close()
  }
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n')
})

test('a file that cannot be written is told once and stops nothing', () => {
  const file = new RotatingFile(join(directory, 'none/a.log'), options)
  file.writeLine('one')
  file.writeLine('two')
  expect(failures).toHaveLength(1)
})
