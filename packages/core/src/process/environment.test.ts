import { expect, test } from 'vitest'
import { environmentBlock, mergeEnvironment, sandboxVariables } from './environment.ts'

const user = { name: 'user', home: '/home/user' }

test('the request wins over the sandbox, the sandbox over the user, the user over the daemon', () => {
  const merged = mergeEnvironment({
    path: '/bin',
    user,
    sandbox: { A: 'sandbox', B: 'sandbox', HOME: '/sandbox' },
    request: { B: 'request', PATH: '/request' },
  })
  expect(merged).toEqual({
    PATH: '/request',
    HOME: '/sandbox',
    USER: 'user',
    LOGNAME: 'user',
    A: 'sandbox',
    B: 'request',
  })
})

test('nothing is inherited and no TERM is added', () => {
  expect(environmentBlock(mergeEnvironment({ path: '/bin', user, sandbox: {}, request: {} }))).toEqual([
    'PATH=/bin',
    'HOME=/home/user',
    'USER=user',
    'LOGNAME=user',
  ])
})

test('what the sandbox was given never replaces what it is', () => {
  expect(sandboxVariables({ E2B_SANDBOX_ID: 'forged', X: '1' }, { E2B_SANDBOX_ID: 'real' })).toEqual({
    E2B_SANDBOX_ID: 'real',
    X: '1',
  })
})

test.each([{ '': 'empty name' }, { 'A=B': 'x' }, { 'A\0': 'x' }, { A: 'x\0y' }])(
  'a variable that no process can have is refused: %j',
  (request) => {
    expect(() => mergeEnvironment({ path: '', user, sandbox: {}, request })).toThrow('cannot be set')
  },
)
