import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { makeSealer } from './sealer.ts'
import { readVaultKey } from './vault-key.ts'

describe('what is sealed', () => {
  const sealer = makeSealer(randomBytes(32))

  it('opens for its purpose, and looks different each time', () => {
    const sealed = [1, 2].map(() => sealer.seal('s3cret ü', 'a'))
    expect(sealed.map((each) => sealer.open(each, 'a'))).toEqual(['s3cret ü', 's3cret ü'])
    expect(sealed[0]).not.toBe(sealed[1])
    expect(sealed.join()).not.toContain('s3cret')
  })

  it('opens for nothing else, with no other key, and not when it was changed', () => {
    const sealed = sealer.seal('s3cret', 'a')
    const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
    expect(() => sealer.open(sealed, 'b')).toThrow()
    expect(() => makeSealer(randomBytes(32)).open(sealed, 'a')).toThrow()
    for (const bad of [changed, sealed.slice(0, 20), '', 'v1.', 'v2.abc']) {
      expect(() => sealer.open(bad, 'a')).toThrow()
    }
  })
})

describe('a digest', () => {
  it('is the same for the same text, purpose and key alone', () => {
    const key = randomBytes(32)
    const digest = makeSealer(key).digest('s3cret', 'a')
    expect(makeSealer(key).digest('s3cret', 'a')).toBe(digest)
    const others = [
      makeSealer(key).digest('s3cret', 'b'),
      makeSealer(key).digest('secret', 'a'),
      makeSealer(randomBytes(32)).digest('s3cret', 'a'),
    ]
    expect(new Set([digest, ...others]).size).toBe(4)
  })
})

describe('the key', () => {
  const directory = mkdtempSync(join(tmpdir(), 'cay-vault-'))
  const path = join(directory, 'secrets-key')
  afterEach(() => rmSync(path, { force: true }))
  afterAll(() => rmSync(directory, { recursive: true }))

  it('is made once, for its owner alone', async () => {
    const [first, second] = [await readVaultKey(path, undefined), await readVaultKey(path, undefined)]
    expect(first).toEqual(second)
    expect(first).toHaveLength(32)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('may be given, and is then written nowhere', async () => {
    expect(await readVaultKey(path, Buffer.alloc(32, 7))).toEqual(Buffer.alloc(32, 7))
    expect(() => readFileSync(path)).toThrow()
  })

  it('that is no key ends the start', async () => {
    writeFileSync(path, 'garbage')
    await expect(readVaultKey(path, undefined)).rejects.toThrow(path)
  })
})
