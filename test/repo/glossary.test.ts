/** The glossary of ARCHITECTURE.md and the API use the same words. */
import { document } from '@cay/contract/gen/control/document.js'
import { expect, test } from 'vitest'
import { read } from './tree.ts'

const glossary = read('ARCHITECTURE.md').split('\n## Glossary\n')[1]?.split('\n## ')[0] ?? ''
const rows = glossary
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| word |'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, word = '', , api = '', not = '']) => ({ word, api: quotedIn(api), not: wordsOf(not) }))

function quotedIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}

/** What stands before a remark in parentheses. */
function wordsOf(cell: string): string[] {
  return cell
    .replace(/\(.*/, '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

/** Names of properties, parameters and path segments, and the values of enumerations. */
function namesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { properties, enum: values, name, in: place } = node as Readonly<Record<string, unknown>>
  const own = [
    ...(typeof properties === 'object' && properties !== null ? Object.keys(properties) : []),
    ...(Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []),
    ...(typeof name === 'string' && typeof place === 'string' ? [name] : []),
  ]
  return [...own, ...Object.values(node).flatMap(namesIn)]
}

// Parsed data: its shape is OpenAPI's.
const segments = Object.keys(document.paths as object).flatMap((path) => path.split(/[/{}]+/))
const apiNames = new Set([...namesIn(document), ...segments])

test('the words of the glossary that name things of the API are words of the API', () => {
  const named = rows.flatMap(({ api }) => api)
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((name) => !apiNames.has(name))).toEqual([])
})

test('the words that the glossary refuses name nothing in the API', () => {
  const refused = rows.flatMap(({ not }) => not)
  expect(refused.length).toBeGreaterThan(20)
  expect(refused.filter((word) => apiNames.has(word))).toEqual([])
})

test('no word of the glossary has two rows', () => {
  const words = rows.flatMap(({ word }) => word.split(/[,;] /))
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
})
