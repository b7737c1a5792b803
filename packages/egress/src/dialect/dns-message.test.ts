import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  emptyResponse,
  readQuery,
  readResponse,
  renderQuestion,
  renderResponse,
  resultCodes,
} from './dns-message.ts'

const question = { name: 'www.example.com', type: 'A' } as const
const address = { name: 'www.example.com', type: 'A', class: 'IN', ttl: 60, data: '203.0.113.1' } as const

function queryOf(bytes: Buffer) {
  const query = readQuery(bytes)
  if (query === undefined || 'code' in query) throw new Error('was not read')
  return query
}

describe('a question', () => {
  it('is read back as it was written', () => {
    expect(queryOf(renderQuestion(77, question))).toMatchObject({ id: 77, question, datagramBytesMax: 512 })
  })

  it('with anything else in it, or as long as no question is, is malformed', () => {
    const malformed = { id: 77, code: resultCodes.malformed }
    for (const at of [4, 6, 8, 10]) {
      const bytes = renderQuestion(77, question)
      bytes.writeUInt16BE(4000, at)
      expect(readQuery(bytes)).toEqual(malformed)
    }
    expect(readQuery(Buffer.concat([renderQuestion(77, question), Buffer.alloc(2048)]))).toEqual(malformed)
  })

  it('has a reading for any bytes', () => {
    const whole = renderQuestion(77, question)
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255))
    fc.assert(
      fc.property(fc.array(change, { maxLength: 5 }), fc.nat(whole.length), (changes, cut) => {
        const bytes = Buffer.from(whole)
        for (const [at, value] of changes) bytes[at] = value
        const query = readQuery(bytes.subarray(0, cut))
        if (query !== undefined && !('code' in query)) expect(query.question.name.length).toBeLessThan(255)
      }),
      { numRuns: 3000 },
    )
    fc.assert(fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => void readQuery(Buffer.from(bytes))))
  })
})

describe('an answer', () => {
  const answered = { ...emptyResponse(resultCodes.ok), answers: [address] }

  it('is read back as it was written, by who asked', () => {
    const query = queryOf(renderQuestion(77, question))
    const bytes = renderResponse(query, answered, 512)
    expect(readResponse(bytes, 77, { ...question, name: 'WWW.example.com' })).toMatchObject({
      code: 0,
      answers: [{ data: '203.0.113.1' }],
      isTruncated: false,
    })
  })

  it('to another id, name or type is none', () => {
    const bytes = renderResponse(queryOf(renderQuestion(77, question)), answered, 512)
    expect(readResponse(bytes, 78, question)).toBeUndefined()
    expect(readResponse(bytes, 77, { ...question, name: 'example.com' })).toBeUndefined()
    expect(readResponse(bytes, 77, { ...question, type: 'TXT' })).toBeUndefined()
    expect(readResponse(renderQuestion(77, question), 77, question)).toBeUndefined()
  })

  it('that does not fit says so and stays within the bound', () => {
    const query = queryOf(renderQuestion(77, question))
    fc.assert(
      fc.property(fc.nat(60), (count) => {
        const answers = Array.from({ length: count }, () => address)
        const bytes = renderResponse(query, { ...answered, answers }, 512)
        expect(bytes.length).toBeLessThanOrEqual(512)
        const read = readResponse(bytes, 77, question)
        expect(read?.isTruncated).toBe(read?.answers.length !== count)
      }),
    )
  })

  it('has a reading for any bytes', () => {
    const whole = renderResponse(queryOf(renderQuestion(77, question)), answered, 512)
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255))
    fc.assert(
      fc.property(fc.array(change, { maxLength: 5 }), (changes) => {
        const bytes = Buffer.from(whole)
        for (const [at, value] of changes) bytes[at] = value
        readResponse(bytes, 77, question)
      }),
      { numRuns: 3000 },
    )
  })
})
