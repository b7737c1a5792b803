import { expect, it } from 'vitest'
import { describeError } from './log.ts'

it('an error that repeats what its cause said is told once', () => {
  const cause = new Error('connect ENOENT /run/a.sock')
  const wrapped = new Error('[internal] connect ENOENT /run/a.sock', { cause })
  expect(describeError(wrapped)).toMatchObject({ message: '[internal] connect ENOENT /run/a.sock' })
  const named = new Error('the node does not answer', { cause: wrapped })
  expect(describeError(named)).toMatchObject({
    type: 'Error',
    message: 'the node does not answer: [internal] connect ENOENT /run/a.sock',
    stack: expect.stringContaining('caused by: Error: connect ENOENT /run/a.sock'),
  })
})

it('a circle of causes ends', () => {
  const first = new Error('first')
  first.cause = new Error('second', { cause: first })
  expect(describeError(first)).toMatchObject({ message: 'first: second' })
})
