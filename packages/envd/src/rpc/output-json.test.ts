import { create, toJsonString } from '@bufbuild/protobuf'
import { ProcessEventSchema, StartResponseSchema } from '@cay/contract/gen/process/process_pb.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outputTextEncoder, placeholderFor } from './output-json.ts'

const sources = ['stdout', 'stderr', 'pty'] as const
const textOf = (source: (typeof sources)[number], bytes: Uint8Array) => {
  const event = create(ProcessEventSchema, {
    event: { case: 'data', value: { output: { case: source, value: bytes } } },
  })
  return toJsonString(StartResponseSchema, create(StartResponseSchema, { event }))
}

test('the frame is the one that the library would have made', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(...sources), (bytes, source) => {
      const placeholder = placeholderFor(bytes)
      const frame = outputTextEncoder.encode(textOf(source, placeholder.bytes))
      placeholder.forget()
      expect(new TextDecoder().decode(frame)).toBe(textOf(source, bytes))
    }),
  )
})

test('what was forgotten is text like any other', () => {
  const placeholder = placeholderFor(new Uint8Array(1))
  placeholder.forget()
  const text = textOf('stdout', placeholder.bytes)
  expect(new TextDecoder().decode(outputTextEncoder.encode(text))).toBe(text)
  expect(outputTextEncoder.encode('{}')).toEqual(new TextEncoder().encode('{}'))
})
