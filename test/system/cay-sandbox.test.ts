/** What `cay sandbox` prints, against control itself and a node that is simulated. */
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { startCayWorld } from '../support/cay-command.ts'

test('a sandbox is created with its options, shown, listed by its metadata and killed by the beginning of its id', async () => {
  const { cay } = await startCayWorld()
  const created = await cay(['sandbox', 'create', 'base', '-m', 'purpose=docs', '--timeout', '600'])
  expect(created).toEqual({ stdout: expect.stringMatching(/^i[a-z0-9]{20}\n$/), stderr: '', exitCode: 0 })
  const id = created.stdout.trim()
  const other = (await cay(['sandbox', 'create'])).stdout.trim()
  const info = await cay(['sandbox', 'info', id.slice(0, 8)])
  expect(info.stdout).toMatch(new RegExp(`^sandboxId +${id}$`, 'm'))
  expect(info.stdout).toMatch(/^state +running$/m)
  expect(info.stdout).toMatch(/^metadata +\{"purpose":"docs"\}$/m)
  const filtered = await cay(['sandbox', 'list', '--filter', 'metadata.purpose=docs', '-o', 'name'])
  expect(filtered.stdout).toBe(`${id}\n`)
  expect((await cay(['sandbox', 'ls', '-o', 'wide'])).stdout).toMatch(/DISK +METADATA\n[\s\S]*purpose=docs/)
  expect((await cay(['sandbox', 'kill', id.slice(0, 10)])).stdout).toBe(`${id}\n`)
  expect((await cay(['sandbox', 'list', '--quiet'])).stdout).toBe(`${other}\n`)
})

test('a list is the same records as JSON, by either option, and as YAML', async () => {
  const { cay } = await startCayWorld()
  await cay(['sandbox', 'create'])
  const json = await cay(['sandbox', 'list', '--json'])
  expect(JSON.parse(json.stdout)).toMatchObject([{ state: 'running', metadata: {} }])
  expect((await cay(['sandbox', 'list', '-o', 'json'])).stdout).toBe(json.stdout)
  expect(parse((await cay(['sandbox', 'list', '-o', 'yaml'])).stdout)).toEqual(JSON.parse(json.stdout))
})

test('an id that is the beginning of several names them and exits with 2; one of none exits with 1', async () => {
  const { cay, world } = await startCayWorld()
  const ids = [await world.create(), await world.create()]
  const ambiguous = await cay(['sandbox', 'info', 'i'])
  expect(ambiguous.exitCode).toBe(2)
  expect(ambiguous.stderr).toMatch(/^Error: "i" is the beginning of 2 ids: i\w{20}, i\w{20}\nHint: /)
  for (const id of ids) expect(ambiguous.stderr).toContain(id)
  expect(await cay(['sandbox', 'pause', 'nope'])).toEqual({
    stdout: '',
    stderr: 'Error: sandbox "nope" not found\nHint: `cay sandbox list` shows them\n',
    exitCode: 1,
  })
})

test('a sandbox is paused, resumed, forked and made a template of', async () => {
  const { cay, world } = await startCayWorld()
  const id = await world.create()
  expect((await cay(['sandbox', 'pause', id])).stdout).toBe(`${id}\n`)
  expect((await cay(['sandbox', 'list', '--state', 'paused', '-q'])).stdout).toBe(`${id}\n`)
  const refused = await cay(['sandbox', 'exec', id, 'true'])
  expect(refused.stderr).toBe(`Error: sandbox ${id} is paused\nHint: \`cay sandbox resume ${id}\`\n`)
  expect((await cay(['sandbox', 'resume', id, '--timeout', '60'])).stdout).toBe(`${id}\n`)
  expect((await cay(['sandbox', 'fork', id, '--count', '2'])).stdout).toMatch(/^(?:i\w{20}\n){2}$/)
  expect((await cay(['sandbox', 'snapshot', id, '--name', 'prepared'])).stdout).toMatch(/\bprepared:\w+\n$/)
})

test('the egress policy of a sandbox is replaced and shown', async () => {
  const { cay, world } = await startCayWorld()
  const id = await world.create()
  const rules = ['--allow', 'api.example.com', '--deny', '0.0.0.0/0']
  expect((await cay(['sandbox', 'network', id, ...rules])).stdout).toBe(`${id}\n`)
  const shown = await cay(['sandbox', 'network', id, '-o', 'json'])
  expect(JSON.parse(shown.stdout)).toMatchObject({ allowOut: ['api.example.com'], denyOut: ['0.0.0.0/0'] })
  await cay(['sandbox', 'network', id, '--open'])
  expect((await cay(['sandbox', 'network', id])).stdout).toMatch(/^denyOut +\[\]$/m)
})

test('`cay sandbox network` with changes removes header rules that it does not send', async () => {
  const { cay, world } = await startCayWorld()
  const rules = { 'api.example.com': [{ transform: { headers: { 'X-Team': 'docs' } } }] }
  const id = await world.create({ network: { rules, egressProxy: { address: '203.0.113.9:1080' } } })
  const network = async () => JSON.parse((await cay(['sandbox', 'network', id, '-o', 'json'])).stdout)
  await cay(['sandbox', 'network', id, '--deny', '192.0.2.0/24'])
  expect(await network()).toMatchObject({ denyOut: ['192.0.2.0/24'], rules })
  const { body } = await world.call('GET', `/sandboxes/${id}`)
  expect(body).toMatchObject({ network: { egressProxy: { address: '203.0.113.9:1080' } } })
  await cay(['sandbox', 'network', id, '--open', '--no-rules'])
  expect(await network()).toMatchObject({ denyOut: [], rules: {} })
  const alone = await cay(['sandbox', 'network', id, '--no-rules'])
  expect(alone.stderr).toMatch(/^Error: give what is allowed and denied as well: --allow, --deny or --open\n/)
})

test('a password of a proxy, which cannot be sent again, keeps a change from being made', async () => {
  const { cay, world } = await startCayWorld()
  const egressProxy = { address: '203.0.113.9:1080', username: 'me', password: 's3cret' }
  const id = await world.create({ network: { egressProxy } })
  const refused = await cay(['sandbox', 'network', id, '--open'])
  expect(refused).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^Error: .* password.*\nHint: /),
  })
  expect((await cay(['sandbox', 'network', id, '--open', '--no-rules'])).stdout).toBe(`${id}\n`)
})

test('what sandboxes use is a line for each, also for one of which nothing is known yet', async () => {
  const { cay, world } = await startCayWorld()
  const id = await world.create()
  const { stdout } = await cay(['sandbox', 'top'])
  expect(stdout).toMatch(new RegExp(`^SANDBOX ID +CPU +MEMORY +DISK\n${id} `))
})

test('a key that is wrong or missing is told with what to do', async () => {
  const { cay } = await startCayWorld()
  const wrong = await cay(['sandbox', 'list'], { env: { E2B_API_KEY: `e2b_${'9'.repeat(40)}` } })
  expect(wrong.stderr).toMatch(/^Error: the API answered 401: [\s\S]*\nHint: set E2B_API_KEY/)
  expect(wrong.exitCode).toBe(1)
  const missing = await cay(['sandbox', 'list'], { env: { E2B_API_KEY: '', E2B_API_URL: '' } })
  expect(missing.stderr).toMatch(/^Error: no API key can be read in .* or set E2B_API_KEY\n$/)
})

test('a reader that leaves early ends a list without a complaint', async () => {
  const { start, world } = await startCayWorld()
  await world.create()
  const child = start(['sandbox', 'list'])
  child.stdout.destroy()
  const complaints: string[] = []
  child.stderr.on('data', (text) => complaints.push(String(text)))
  await new Promise((resolve) => child.on('close', resolve))
  expect({ complaints, exitCode: child.exitCode }).toEqual({ complaints: [], exitCode: 0 })
})
