import { Sandbox } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'

let sandbox: Sandbox

beforeAll(async () => {
  pointClientHere()
  sandbox = await Sandbox.create('base', {
    metadata: { purpose: 'conformance' },
    envs: { GREETING: 'hello' },
  })
})

afterAll(async () => {
  await sandbox?.kill()
})

test('a command sees the variables of the create call', async () => {
  const result = await sandbox.commands.run('echo $GREETING')
  expect(result).toMatchObject({ exitCode: 0, stdout: 'hello\n', stderr: '' })
})
