/** The files of the daemon in sandboxes of every kind of final image. Cay's own second recipe is looked at with its client. */
import { tarOf } from '@cay/builder/testing/tar.ts'
import { Sandbox, Template } from 'e2b'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { build, inSandbox } from '../support/build-templates.ts'
import { pointClientHere } from '../support/client.ts'
import { expectDaemonSealed } from '../support/daemon-files.ts'
import { DebianRegistry } from '../support/debian-registry.ts'
import { programs } from '../support/images.ts'
import { Installation } from '../support/installation.ts'

let debian: DebianRegistry
let installation: Installation

beforeAll(async () => {
  debian = await DebianRegistry.start()
  installation = await Installation.prepare(`${process.env.CAY_TEST_NAME ?? 'shared'}-daemon`, {
    CAY_PLAIN_REGISTRIES: debian.host,
    CAY_POOL_SIZE: '0',
  })
  await installation.up()
  pointClientHere(await installation.endpoints())
}, 300_000)
afterAll(async () => {
  await installation?.remove()
  await debian?.[Symbol.asyncDispose]()
}, 120_000)

/** What root can do to the daemon of the sandbox that a step runs in, without ending it. */
const damage =
  'chmod 777 /.cay /.cay/node; ln /.cay/node /usr/local/bin/linked; ln -s /.cay /srv/daemon; chown user /.cay/lib'
const asRoot = { user: 'root' } as const

describe('no user may write what pid 1 runs, and it has no other name, in a sandbox', () => {
  test('of base', () => inSandbox('base', expectDaemonSealed))

  test('of a template that is built from base, also when its steps have tampered with the daemon', async () => {
    const template = Template().fromTemplate('base').runCmd(`${damage}; chmod 777 /`, asRoot)
    expect((await build('tampered', template)).error).toBeUndefined()
    await inSandbox('tampered', expectDaemonSealed)
  })

  test('of a template whose first steps are kept from an earlier build', async () => {
    const template = Template()
      .fromTemplate('base')
      .runCmd(`${damage}; chmod 777 /`, asRoot)
      .runCmd('echo more > more')
    const { error, log } = await build('kept', template)
    expect(error).toBeUndefined()
    expect(log).toMatch(/^CACHED \[builder 1\/2\]/m)
    await inSandbox('kept', expectDaemonSealed)
  })

  test('of a template that is built on another', async () => {
    expect((await build('above', Template().fromTemplate('tampered').runCmd('true'))).error).toBeUndefined()
    await inSandbox('above', expectDaemonSealed)
  })

  test('of an image, also when it brings a daemon of its own and opens its root to everybody', async () => {
    const layers = [
      tarOf([
        { name: '.', type: '5', mode: 0o777 },
        ...(await programs('/bin/bash', '/bin/mv', '/bin/rm', '/usr/bin/find', '/usr/bin/sort')),
        ...(await programs('/usr/bin/comm', '/bin/sed', '/usr/bin/test')),
        { name: '.cay', type: '5', mode: 0o777, uid: 1000 },
        { name: '.cay/node', content: 'of the image', mode: 0o777 },
        { name: 'code', type: '2', linkName: '.cay' },
      ]),
    ]
    const image = await debian.add('with-daemon', { layers })
    expect((await build('image', Template().fromImage(image).runCmd(':'))).error).toBeUndefined()
    await inSandbox('image', expectDaemonSealed)
  })

  test('that was resumed from its files alone, whatever its root had made of the daemon before', async () => {
    const sandbox = await Sandbox.create('tampered')
    onTestFinished(() => sandbox.kill().then(() => undefined))
    await sandbox.commands.run(damage, asRoot)
    await sandbox.pause({ keepMemory: false })
    await sandbox.connect()
    await expectDaemonSealed(sandbox)
  })
})
