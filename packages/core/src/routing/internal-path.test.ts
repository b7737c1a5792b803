import { internalDaemonPaths } from '@cay/contract/names.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanPath, isInternalPath, isInternalRequest } from './internal-path.ts'

describe('an internal path', () => {
  it.each(internalDaemonPaths)('%s is one', (path) => {
    expect(isInternalPath(path)).toBe(true)
  })

  it.each([
    '//init',
    '/./init',
    '/init/',
    '/init//',
    '/init/.',
    '/x/../init',
    '/../init',
    '/init?x=1',
    '/init#x',
    '/%69nit',
    '/%2569nit',
    '/%2finit',
    '/x%2f..%2finit',
    '/x/%2e%2e/init',
    '/\\init',
    '/INIT',
    '/init;a=b',
    '/init%00',
    '/init%3fx',
    '/init%20',
    '/filesystem.Filesystem/../freeze',
  ])('is still one when it is spelled %s', (path) => {
    expect(isInternalPath(path)).toBe(true)
  })

  it.each(['/', '/health', '/files?path=/init', '/initial', '/x/init', '/init/x', '/files/compose', '/%zz'])(
    '%s is none',
    (path) => {
      expect(isInternalPath(path)).toBe(false)
    },
  )

  it("is internal on envd's port only", () => {
    expect(isInternalRequest(49983, '/init')).toBe(true)
    expect(isInternalRequest(8000, '/init')).toBe(false)
  })
})

describe('cleaning', () => {
  it('leaves no empty, dot or encoded segment, and cleaning again changes nothing for plain paths', () => {
    const path = fc
      .array(fc.constantFrom('a', 'b', '.', '..', '', '%2e', '%2F', 'init'))
      .map((s) => `/${s.join('/')}`)
    fc.assert(
      fc.property(path, (given) => {
        const clean = cleanPath(given)
        expect(clean).toMatch(/^\/(?:[a-z]+(?:\/[a-z]+)*)?$/)
        expect(cleanPath(clean)).toBe(clean)
      }),
    )
  })

  it('accepts any input', () => {
    fc.assert(fc.property(fc.string(), (given) => cleanPath(given).startsWith('/')))
  })
})
