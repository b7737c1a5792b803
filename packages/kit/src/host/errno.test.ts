import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { errnoOf, ignoreMissing, isErrno } from './errno.ts'

test("the system's errors have a name, others have none", async () => {
  const missing = await readFile('/nowhere/at/all').catch((error: unknown) => error)
  expect(errnoOf(missing)).toBe('ENOENT')
  expect(isErrno(missing, 'EEXIST', 'ENOENT')).toBe(true)
  expect(isErrno(missing, 'EEXIST')).toBe(false)
  for (const foreign of [new Error('ENOENT'), Object.assign(new Error(), { code: 2 }), { code: 'ENOENT' }])
    expect(errnoOf(foreign)).toBeUndefined()
})

test('what is not there is ignored, and nothing else', async () => {
  await readFile('/nowhere/at/all').catch(ignoreMissing)
  await expect(readFile('/').catch(ignoreMissing)).rejects.toThrow('EISDIR')
})
