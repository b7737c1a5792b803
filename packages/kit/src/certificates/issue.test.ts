import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { ensureAuthority } from './authority-files.ts'
import { makeAuthority, openIssuer } from './issue.ts'

const nowMs = Date.UTC(2026, 0, 15)

describe('what an authority vouches for', () => {
  it('is the names it was asked for, for so long, as a server', async () => {
    const authority = await makeAuthority('Test', { nowMs, days: 10 })
    const issuer = await openIssuer(authority)
    const leaf = new X509Certificate(
      (await issuer.issue({ names: ['a.example', '*.b.example'], nowMs, days: 2 })).certificate,
    )
    const root = new X509Certificate(authority.certificate)
    expect(leaf.checkIssued(root) && leaf.verify(root.publicKey)).toBe(true)
    expect([leaf.checkHost('a.example'), leaf.checkHost('x.b.example')]).not.toContain(undefined)
    expect(leaf.checkHost('c.example')).toBeUndefined()
    expect(leaf.validToDate.getTime()).toBe(nowMs + 2 * 86_400_000)
    expect([root.ca, leaf.ca]).toEqual([true, false])
  })

  it('may have a name of any length', async () => {
    const issuer = await openIssuer(await makeAuthority('Test', { nowMs, days: 10 }))
    const name = `${'a'.repeat(63)}.${'b'.repeat(63)}.example`
    const leaf = await issuer.issue({ names: [name], nowMs, days: 1 })
    expect(new X509Certificate(leaf.certificate).checkHost(name)).toBe(name)
  })
})

describe('the authority of an installation', () => {
  const directories: string[] = []
  const makeDirectory = () => {
    const directory = mkdtempSync(join(tmpdir(), 'cay-authority-'))
    directories.push(directory)
    return directory
  }
  afterEach(() => {
    for (const directory of directories.splice(0)) rmSync(directory, { recursive: true })
  })

  it('is made once, whoever asks at the same time', async () => {
    const directory = makeDirectory()
    const asked = await Promise.all([1, 2, 3].map(() => ensureAuthority(join(directory, 'ca'), 'Test')))
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
    expect(readdirSync(directory)).toEqual(['ca'])
    expect(await ensureAuthority(join(directory, 'ca'), 'Test')).toEqual(asked[0])
  })

  it('can be read by its owner alone', async () => {
    const directory = makeDirectory()
    await ensureAuthority(join(directory, 'ca'), 'Test')
    expect(statSync(join(directory, 'ca/key.pem')).mode & 0o777).toBe(0o600)
    expect(statSync(join(directory, 'ca')).mode & 0o777).toBe(0o700)
  })
})
