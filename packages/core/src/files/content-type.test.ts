import { expect, test } from 'vitest'
import { inlineDisposition, typeByContent, typeByName } from './content-type.ts'

test('a known extension decides, in any case of letters', () => {
  expect(typeByName('a.PNG')).toBe('image/png')
  expect(typeByName('a.unknown')).toBeUndefined()
  expect(typeByName('png')).toBeUndefined()
})

test('text and bytes are told apart by control characters', () => {
  expect(typeByContent(new TextEncoder().encode('hello\n'))).toBe('text/plain; charset=utf-8')
  expect(typeByContent(Uint8Array.of(1, 2, 3))).toBe('application/octet-stream')
})

test('names that a header cannot carry are encoded', () => {
  expect(inlineDisposition('a.txt')).toBe('inline; filename=a.txt')
  expect(inlineDisposition('a b".txt')).toBe('inline; filename="a b\\".txt"')
  expect(inlineDisposition('ä.txt')).toBe("inline; filename*=utf-8''%C3%A4.txt")
})
