import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proofAnswerBytesMax, proofOfAnswer } from './proof-exchange.ts'

const answer = 'HTTP/1.1 204 No Content\r\nx-cay-daemon-proof: 0a1b\r\ndate: now\r\n\r\n'

test('the proof is read when the head is complete, and not before', () => {
  for (let length = 0; length < answer.length; length++)
    expect(proofOfAnswer(answer.slice(0, length))).toBeUndefined()
  expect(proofOfAnswer(answer)).toBe('0a1b')
})

test.each([
  ['another status', answer.replace('204 No Content', '200 OK')],
  ['a daemon that does not know the path', 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n'],
  ['another version of HTTP', answer.replace('1.1', '1.0')],
  ['bytes that would be taken for the next response', `${answer}HTTP/1.1 204 No Content\r\n\r\n`],
  ['no proof', answer.replace('x-cay-daemon-proof', 'x-other')],
  ['an empty proof', answer.replace('0a1b', '')],
  ['a proof that is no number', answer.replace('0a1b', '0a1z')],
  ['a head without end', `HTTP/1.1 204 No Content\r\n${'x'.repeat(proofAnswerBytesMax)}`],
])('%s is refused', (_, text) => {
  expect(() => proofOfAnswer(text)).toThrow(/^envd sent (no proof that|too long a proof)/)
})

test('arbitrary bytes are no proof', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), (before, after) => {
      const read = () => proofOfAnswer(`${before}\r\n\r\n${after}`)
      expect(read).toThrow('envd sent no proof')
    }),
  )
})
