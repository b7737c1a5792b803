import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sessionOf } from './session.ts'

test('the session is read whatever the program is called', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 15 }), fc.nat(), fc.nat(), (name, group, session) => {
      expect(sessionOf(`75 (${name}) S 74 ${group} ${session} 0 0 0 0\n`)).toBe(session)
    }),
  )
})

test('another text has no session', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(sessionOf(`nothing) ${text}x`)).toBeUndefined()
    }),
  )
})
