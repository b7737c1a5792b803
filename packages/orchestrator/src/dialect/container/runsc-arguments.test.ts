import { expect, test } from 'vitest'
import { checkpointVerb, restoreVerb, runscArguments, runtimeFlags } from './runsc-arguments.ts'

const call = {
  id: 'c1',
  stateDirectory: '/d/runsc',
  logFile: '/d/runsc.log',
  mountNamespacePath: '/m/cay0-0',
}

test('runsc runs in the slot’s mount namespace with the flags that a checkpoint is bound to', () => {
  expect(runscArguments(call, ['start'])).toEqual([
    'nsenter',
    '--mount=/m/cay0-0',
    '--',
    'runsc',
    '--root=/d/runsc',
    '--log=/d/runsc.log',
    ...runtimeFlags,
    'start',
    'c1',
  ])
})

test('a checkpoint leaves the sandbox running and is not compressed', () => {
  expect(checkpointVerb('/image')).toEqual([
    'checkpoint',
    '--leave-running',
    '--compression=none',
    '--image-path=/image',
  ])
})

test('a restore does not wait for the sandbox to end', () => {
  expect(restoreVerb('/b', '/p', '/image')).toContain('--detach')
})
