import { expect, test } from 'vitest'
import { decodeText } from './text-file.ts'

const encode = (text: string) => new TextEncoder().encode(text)

test('a text is read as it is, with a byte order mark', () => {
  expect(decodeText(encode('\ufeffgrüße\n\tx'))).toBe('\ufeffgrüße\n\tx')
  expect(decodeText(encode(''))).toBe('')
})

test('what an editor of a browser would change is not edited', () => {
  expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x41))).toBeUndefined()
  expect(decodeText(encode('a\0b'))).toBeUndefined()
  expect(decodeText(encode('a\r\nb\n'))).toBeUndefined()
})
