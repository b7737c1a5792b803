import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { headers, nodePaths } from '@cay/contract/names.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OwnDaemon, startOwnDaemon } from '../../testing/own-daemon.ts'

const pem = (body: string) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`
let daemon: OwnDaemon
let now: number

beforeEach(async () => {
  daemon = await startOwnDaemon()
  now = 1
})
afterEach(() => daemon[Symbol.asyncDispose]())

const become = async (identity: object, controlToken = '') => {
  const body = JSON.stringify({ timestampMs: now++, ...identity })
  const answer = await fetch(`${daemon.url}/init`, {
    method: 'POST',
    headers: { [headers.controlToken]: controlToken },
    body,
  })
  return answer.status
}
const variables = async () =>
  (await (await fetch(`${daemon.url}/envs`)).json()) as Readonly<Record<string, string>>
const messages = async () => {
  const answer = await fetch(`${daemon.url}${nodePaths.sandboxLogs}`)
  return ((await answer.json()) as { entries: { message: string }[] }).entries.map(({ message }) => message)
}

test('whoever is told who he is looks after his event loop: he may have been restored', async () => {
  await become({ sandboxId: 'restored' })
  await become({ sandboxId: 'restored again' })
  await expect.poll(daemon.healed).toBe(2)
})

test('whoever is told who he is tells his processes that they may have been restored, unless the call is old', async () => {
  await become({ sandboxId: 'one', timestampMs: 10 })
  await become({ sandboxId: 'one', timestampMs: 11 })
  await become({ sandboxId: 'other', timestampMs: 5 })
  await become({ sandboxId: 'other', timestampMs: 12 })
  expect(daemon.announced).toEqual(['other sandbox', 'same sandbox', 'other sandbox'])
})

test('volumes are mounted where the node says before it hears of success', async () => {
  expect(await become({ sandboxId: 'one', restored: false, volumePaths: ['/mnt/a', '/mnt/b'] })).toBe(204)
  expect(daemon.repaired).toContain('volumes /mnt/a /mnt/b')
  expect(await become({ sandboxId: 'one', restored: false, volumePaths: ['relative'] })).toBe(400)
})

test('a sandbox that has run on since it was told who it is repairs nothing, and is somebody else all the same', async () => {
  const resources = { cpuCount: 1, memoryMb: 512, diskSizeMb: 1024 }
  await become({ sandboxId: 'nobody', templateId: 'base', resources })
  await become({ sandboxId: 'somebody', templateId: 'base', resources, restored: false })
  expect(daemon.announced).toEqual(['other sandbox', 'other sandbox'])
  expect(daemon.repaired).toEqual(['/proc', 'helper address'])
  expect(daemon.shownProcessors).toEqual([1])
  expect(daemon.published).toEqual({
    E2B_SANDBOX: 'true',
    E2B_SANDBOX_ID: 'somebody',
    E2B_TEMPLATE_ID: 'base',
    E2B_EVENTS_ADDRESS: expect.any(String),
  })
})

test('whoever says no more than that nothing was restored is believed only by a sandbox that is somebody', async () => {
  await become({ sandboxId: 'first', restored: false })
  expect(daemon.repaired).toEqual(['/proc', 'helper address'])
  expect(await become({ sandboxId: 'second', restored: 'no' })).toBe(400)
})

describe('a start command', () => {
  const serve = (changes: object = {}) => ({
    command: `echo "$WORD $E2B_SANDBOX_ID $PWD" > ${daemon.home}/served; exec sleep 1000`,
    ...{ user: 'user', variables: { WORD: 'given' } },
    ...changes,
  })
  test('runs with the new identity, and is waited for before the call is answered', async () => {
    const readyCommand = `test -s ${daemon.home}/served`
    expect(await become({ sandboxId: 'restored', start: serve({ readyCommand }) })).toBe(204)
    expect(readFileSync(`${daemon.home}/served`, 'utf8')).toBe(`given restored ${daemon.home}\n`)
    expect((await messages()).filter((message) => message.startsWith('process '))).toEqual([
      'process started',
    ])
  })

  test.each([
    ['of an unknown user', { user: 'nobody-at-all' }, 'there is no user "nobody-at-all"'],
    ['in a directory that is not there', { workdir: '/nowhere' }, "cwd '/nowhere' does not exist"],
  ])('%s is told in the log, and the sandbox can be used', async (_, changes, reason) => {
    expect(await become({ sandboxId: 'restored', start: serve(changes) })).toBe(204)
    expect(await messages()).toContain(`the start command of the template was not started: ${reason}`)
  })

  test.each([[7], [{ command: 7 }], [{ variables: [] }]])('that is none is refused: %j', async (start) => {
    expect(await become({ sandboxId: 'restored', start })).toBe(400)
    expect(daemon.announced).toEqual([])
  })
})

describe('restore hooks', () => {
  const hook = (name: string, text: string, mode = 0o755) => {
    mkdirSync(`${daemon.home}/restore.d`, { recursive: true })
    writeFileSync(`${daemon.home}/restore.d/${name}`, `#!/bin/sh\n${text}\n`, { mode })
  }
  const note = (text: string) => `echo "${text}" >> ${daemon.home}/ran`
  const ran = () => readFileSync(`${daemon.home}/ran`, 'utf8')
  const logged = async () => {
    const answer = await fetch(`${daemon.url}${nodePaths.sandboxLogs}`)
    const { entries } = (await answer.json()) as { entries: { message: string }[] }
    return entries.map(({ message }) => message.replaceAll(`${daemon.home}/`, ''))
  }

  test('run in the order of their names, with the generation and the new identity, before the call is answered', async () => {
    hook('20-second', note('second'))
    hook('10-first', note('first $CAY_GENERATION $E2B_SANDBOX_ID'))
    hook('readme', note('no program'), 0o644)
    await become({ sandboxId: 'restored' })
    expect(ran()).toBe('first generation-1 restored\nsecond\n')
  })

  test('that fail, or cannot be started, are told in the log and hold nobody up', async () => {
    hook('10-fails', 'exit 3')
    writeFileSync(`${daemon.home}/restore.d/20-no-program`, '#!/nowhere\n', { mode: 0o755 })
    hook('30-runs', note('ran'))
    expect(await become({ sandboxId: 'restored' })).toBe(204)
    expect(ran()).toBe('ran\n')
    expect(await logged()).toContain('restore hook restore.d/10-fails failed: exit status 3')
    expect((await logged()).join('\n')).toMatch(/restore hook restore\.d\/20-no-program (failed|could not)/)
  })

  test('that do not end are killed with what they have started, and those behind them are not run', async () => {
    hook('10-hangs', `sleep 1000 & echo $! > ${daemon.home}/pid; wait`)
    hook('20-late', note('late'))
    expect(await become({ sandboxId: 'restored' })).toBe(204)
    expect(existsSync(`${daemon.home}/ran`)).toBe(false)
    const pid = Number(readFileSync(`${daemon.home}/pid`, 'utf8'))
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect(await logged()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^restore hook restore\.d\/10-hangs was killed: /),
        expect.stringMatching(/^restore hook restore\.d\/20-late was not run: /),
      ]),
    )
  })
})

function isAlive(pid: number): boolean {
  // An orphan that has ended stays a zombie until its new parent reaps it.
  const state = existsSync(`/proc/${pid}/stat`)
    ? readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2]
    : 'X'
  return state !== 'X' && state !== 'Z'
}

describe('a copy', () => {
  test('knows the variables it was given, not those of its source', async () => {
    await become({ sandboxId: 'source', envVars: { SECRET: 'of the source' } })
    await become({ sandboxId: 'copy', envVars: { OTHER: 'of the copy' } })
    expect(await variables()).toMatchObject({ E2B_SANDBOX_ID: 'copy', OTHER: 'of the copy' })
    expect(await variables()).not.toHaveProperty('SECRET')
  })

  test('that is given none keeps them', async () => {
    await become({ sandboxId: 'source', envVars: { KEPT: '1' } })
    await become({ sandboxId: 'copy' })
    expect(await variables()).toMatchObject({ E2B_SANDBOX_ID: 'copy', KEPT: '1' })
  })

  test('is not opened by the tokens of its source', async () => {
    await become({ accessToken: 'source', controlToken: 'source' })
    await become({ accessToken: 'copy', controlToken: 'copy' }, 'source')
    const given = (token: string) => fetch(`${daemon.url}/envs`, { headers: { 'x-access-token': token } })
    expect([(await given('source')).status, (await given('copy')).status]).toEqual([401, 200])
    expect(await become({}, 'source')).toBe(401)
  })
})

describe('certificates', () => {
  const local = () => `${daemon.home}/trust/local`
  const bundle = () => readFileSync(`${daemon.home}/trust/bundle.crt`, 'utf8')
  beforeEach(() => {
    mkdirSync(`${daemon.home}/trust`)
    writeFileSync(`${daemon.home}/trust/bundle.crt`, `${pem('image')}\n`)
  })

  test('are trusted, and every process is told where they are', async () => {
    expect(await become({ caBundle: [pem('one'), `${pem('two')}\n${pem('three')}`] })).toBe(204)
    expect(bundle()).toBe(`${['image', 'one', 'two', 'three'].map(pem).join('\n')}\n`)
    expect(readdirSync(local()).sort()).toEqual(['cay-1.crt', 'cay-2.crt', 'cay-3.crt', 'cay.pem'])
    const names = 'NODE_EXTRA_CA_CERTS SSL_CERT_FILE REQUESTS_CA_BUNDLE CURL_CA_BUNDLE GIT_SSL_CAINFO'
    expect(Object.keys(await variables())).toEqual(expect.arrayContaining(names.split(' ')))
  })

  test('stand beside those of an image that has its bundle somewhere else, which gets them too', async () => {
    rmSync(`${daemon.home}/trust`, { recursive: true })
    mkdirSync(`${daemon.home}/pki/anchors`, { recursive: true })
    const own = `${daemon.home}/pki/bundle.pem`
    writeFileSync(own, `${pem('elsewhere')}\n`)
    await become({ caBundle: [pem('one')] })
    expect(bundle()).toBe(`${['elsewhere', 'one'].map(pem).join('\n')}\n`)
    expect(readFileSync(own, 'utf8')).toBe(bundle())
    expect(readdirSync(`${daemon.home}/pki/anchors`)).toEqual(['cay-1.crt'])
    await become({ caBundle: [] })
    expect([bundle(), readFileSync(own, 'utf8')]).toEqual(Array(2).fill(`${pem('elsewhere')}\n`))
    expect(readdirSync(`${daemon.home}/pki/anchors`)).toEqual([])
  })

  test('did not leave the names of others beside them as they were written', async () => {
    mkdirSync(`${daemon.home}/trust`, { recursive: true })
    const names = `# F\u0151tan\u00fas\u00edtv\u00e1ny\n`
    writeFileSync(`${daemon.home}/trust/bundle.crt`, `${names}${pem('own')}\n`)
    await become({ caBundle: [pem('one')] })
    await become({ caBundle: [pem('two')] })
    expect(bundle()).toBe(`${names}${['own', 'two'].map(pem).join('\n')}\n`)
  })

  test('stay when a call names none, and go when it names an empty list', async () => {
    await become({ caBundle: [pem('one')] })
    await become({})
    expect(bundle()).toContain('one')
    await become({ caBundle: [] })
    expect(bundle()).toBe(`${pem('image')}\n`)
    expect(readdirSync(local())).toEqual(['cay.pem'])
    expect(await variables()).not.toHaveProperty('SSL_CERT_FILE')
  })

  test('named twice stand there once, and an older call changes nothing', async () => {
    await become({ caBundle: [pem('one')] })
    await become({ caBundle: [pem('one')] })
    await become({ caBundle: [pem('older')], timestampMs: 0 })
    expect(bundle()).toBe(`${['image', 'one'].map(pem).join('\n')}\n`)
  })

  test('are put back at the next restore when somebody has taken them out', async () => {
    await become({ caBundle: [pem('one')] })
    writeFileSync(`${daemon.home}/trust/bundle.crt`, `${pem('image')}\n${pem('new')}\n`)
    await become({ caBundle: [pem('one')] })
    expect(bundle()).toBe(`${['image', 'new', 'one'].map(pem).join('\n')}\n`)
  })

  test('begin a line of their own after a bundle whose last line is not ended', async () => {
    writeFileSync(`${daemon.home}/trust/bundle.crt`, pem('image'))
    await become({ caBundle: [pem('one')] })
    expect(bundle()).toBe(`${['image', 'one'].map(pem).join('\n')}\n`)
  })

  test('that cannot be put in place are told in the log, and the sandbox can be used', async () => {
    rmSync(`${daemon.home}/trust`, { recursive: true })
    writeFileSync(`${daemon.home}/trust`, 'no directory')
    expect(await become({ sandboxId: 'restored', caBundle: [pem('one')] })).toBe(204)
    expect(await messages()).toContainEqual(
      expect.stringContaining('failed to publish the identity of the sandbox: Error: '),
    )
    expect(await variables()).toMatchObject({ E2B_SANDBOX_ID: 'restored' })
  })

  test('give way to what the creator of the sandbox has set', async () => {
    await become({ caBundle: [pem('one')], envVars: { SSL_CERT_FILE: '/mine' } })
    expect(await variables()).toMatchObject({ SSL_CERT_FILE: '/mine' })
  })

  test('are written through no link that somebody has put in their place', async () => {
    mkdirSync(local(), { recursive: true })
    writeFileSync(`${daemon.home}/precious`, 'precious')
    for (const name of ['cay-1.crt', 'cay.pem', 'cay.pem.cay-new']) {
      symlinkSync(`${daemon.home}/precious`, `${local()}/${name}`)
    }
    await become({ caBundle: [pem('one')] })
    expect(readFileSync(`${daemon.home}/precious`, 'utf8')).toBe('precious')
    expect(readFileSync(`${local()}/cay-1.crt`, 'utf8')).toBe(`${pem('one')}\n`)
  })

  test.each([[['no certificate']], ['no list'], [[7]]])('that are none are refused: %j', async (caBundle) => {
    expect(await become({ caBundle })).toBe(400)
    expect(existsSync(local())).toBe(false)
  })
})
