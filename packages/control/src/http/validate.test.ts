import { operations } from '@cay/contract/gen/control/operations.js'
import { expect, test } from 'vitest'
import { parseAs } from './validate.ts'

const { body: newSandbox } = operations.createSandbox

function parse(data: unknown) {
  if (newSandbox === null) throw new Error('the spec has no body')
  return parseAs(newSandbox, 'body', data)
}

test('what is valid comes back with its defaults', () => {
  expect(parse({ templateID: 'base' })).toEqual({
    templateID: 'base',
    autoPause: false,
    autoPauseMemory: true,
    timeout: 15,
    secure: false,
  })
})

test('numbers in a body are never taken from text, in a query always', () => {
  expect(() => parse({ templateID: 'base', timeout: '5' })).toThrow(
    'validation error: body.timeout: must be an integer',
  )
  expect(parseAs(operations.listSandboxes.query, 'query', { limit: '5' })).toMatchObject({ limit: 5 })
})

test('a field deep inside is named by its path', () => {
  const network = { rules: { 'a/b.example': [{ transform: { headers: { x: 1 } } }] } }
  expect(() => parse({ templateID: 'base', network })).toThrow(
    'validation error: body.network.rules.a/b.example[0].transform.headers.x: must be a string',
  )
})

test('a name that the caller made up is not repeated at any length', () => {
  const message = messageOf(() => parse({ templateID: 'base', metadata: { ['k'.repeat(10_000)]: 1 } }))
  expect(message.length).toBeLessThan(200)
})

function messageOf(task: () => unknown): string {
  try {
    task()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
