/** Volumes by the official client: what they are, what they contain, and that sandboxes share it. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '@cay/kit/host/run.ts'
import { Sandbox, Volume, VolumeError, VolumeNotFoundError, VolumePathNotFoundError } from 'e2b'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { pointClientHere } from '../support/client.ts'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
let volume: Volume

beforeAll(async () => {
  pointClientHere()
  volume = await Volume.create(`shared-${randomUUID()}`)
  return async () => void (await destroy(volume.volumeId))
})

async function own(): Promise<Volume> {
  const made = await Volume.create(`own-${randomUUID()}`)
  onTestFinished(async () => void (await destroy(made.volumeId)))
  return made
}

/** Also while sandboxes have it: they are killed when the file ends. */
async function destroy(volumeId: string): Promise<void> {
  await asClient('DELETE', `/volumes/${volumeId}?force=true`)
}

async function asClient(method: string, path: string, options: { body?: object; key?: string } = {}) {
  const { apiUrl, apiKey } = inject('installation')
  const answer = await fetch(`${apiUrl}${path}`, {
    method,
    headers: { 'x-api-key': options.key ?? apiKey, 'content-type': 'application/json' },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
}

describe('a volume', () => {
  test('is made, listed, found, connected to and destroyed', async () => {
    const made = await own()
    expect(await Volume.getInfo(made.volumeId)).toMatchObject({ volumeId: made.volumeId, name: made.name })
    expect(await Volume.list()).toContainEqual({ volumeId: made.volumeId, name: made.name })
    const connected = await Volume.connect(made.volumeId)
    expect(await connected.list('/')).toEqual([])
    expect(await Volume.destroy(made.volumeId)).toBe(true)
    expect(await Volume.destroy(made.volumeId)).toBe(false)
    await expect(Volume.getInfo(made.volumeId)).rejects.toThrow(VolumeNotFoundError)
    expect((await Volume.list()).map(({ volumeId }) => volumeId)).not.toContain(made.volumeId)
  })

  test('has a name of its own in the team', async () => {
    const { name } = await own()
    await expect(Volume.create(name)).rejects.toThrow(`Volume with name '${name}' already exists`)
    await expect(Volume.create('not a name')).rejects.toThrow(VolumeError)
  })

  test('that does not exist is not found', async () => {
    const unknown = randomUUID()
    expect(await Volume.destroy(unknown)).toBe(false)
    await expect(Volume.connect(unknown)).rejects.toThrow(VolumeNotFoundError)
    expect((await asClient('GET', '/volumes/not-a-uuid')).status).toBe(400)
  })

  test('says how large it is and how much of it is used', async () => {
    const made = await asClient('POST', '/volumes', { body: { name: `sized-${randomUUID()}`, sizeMB: 64 } })
    expect(made).toMatchObject({ status: 201, body: { sizeMB: 64, token: expect.any(String) } })
    onTestFinished(() => destroy(made.body.volumeID))
    const { body } = await asClient('GET', `/volumes/${made.body.volumeID}`)
    expect(body.usage.totalBytes).toBeLessThanOrEqual(64 * 1024 * 1024)
    expect(body.usage.totalFiles).toBeGreaterThan(1000)
  })
})

describe('the content of a volume', () => {
  test.each([
    ['text', 'text', 'hello ü'],
    ['bytes', 'bytes', new Uint8Array([0, 255, 10, 13])],
  ] as const)('is written and read as %s', async (_, format, data) => {
    const path = `/formats/${randomUUID()}`
    const body = typeof data === 'string' ? data : data.buffer.slice(0)
    expect(await volume.writeFile(path, body, { force: true })).toMatchObject({ type: 'file', path })
    expect(await volume.readFile(path, { format: format as 'text' })).toEqual(data)
  })

  test('is written and read as a blob, a stream and nothing at all', async () => {
    const path = `/blob-${randomUUID()}`
    await volume.writeFile(path, new Blob(['of a blob']))
    expect(await (await volume.readFile(path, { format: 'blob' })).text()).toBe('of a blob')
    const stream = new Blob(['of a stream']).stream()
    await volume.writeFile(path, stream, { force: true })
    expect(await new Response(await volume.readFile(path, { format: 'stream' })).text()).toBe('of a stream')
    await volume.writeFile(path, '', { force: true })
    expect(await volume.readFile(path)).toBe('')
    expect((await volume.getInfo(path)).size).toBe(0)
  })

  test('has files that are only replaced, and directories that are only made, with force', async () => {
    const directory = `/force-${randomUUID()}`
    await expect(volume.writeFile(`${directory}/file`, 'x')).rejects.toThrow(VolumePathNotFoundError)
    await volume.writeFile(`${directory}/deep/file`, 'first', { force: true })
    await expect(volume.writeFile(`${directory}/deep/file`, 'second')).rejects.toThrow(/exists/)
    expect(await volume.readFile(`${directory}/deep/file`)).toBe('first')
    await volume.writeFile(`${directory}/deep/file`, 'second', { force: true })
    expect(await volume.readFile(`${directory}/deep/file`)).toBe('second')
    await expect(volume.makeDir(directory)).rejects.toThrow(/exists/)
    expect(await volume.makeDir(directory, { force: true })).toMatchObject({ type: 'directory' })
    await expect(volume.makeDir(`${directory}/a/b`)).rejects.toThrow(VolumePathNotFoundError)
    await volume.makeDir(`${directory}/a/b`, { force: true })
  })

  test('has owners and modes, with defaults', async () => {
    const directory = `/modes-${randomUUID()}`
    expect(await volume.makeDir(directory)).toMatchObject({ uid: 9090, gid: 9090, mode: 0o777 })
    const path = `${directory}/file`
    expect(await volume.writeFile(path, 'x')).toMatchObject({ uid: 9090, gid: 9090, mode: 0o666 })
    const chosen = { uid: 1000, gid: 1001, mode: 0o640 }
    expect(await volume.writeFile(`${path}2`, 'x', chosen)).toMatchObject(chosen)
    expect(await volume.updateMetadata(path, chosen)).toMatchObject(chosen)
    expect(await volume.updateMetadata(path, { mode: 0o600 })).toMatchObject({ ...chosen, mode: 0o600 })
    const info = await volume.getInfo(path)
    expect(info).toMatchObject({ name: 'file', path, type: 'file', size: 1 })
    expect(Math.abs(info.mtime.getTime() - Date.now())).toBeLessThan(600_000)
  })

  test('is listed to a depth, parents first, and removed with what is below', async () => {
    const directory = `/tree-${randomUUID()}`
    await volume.writeFile(`${directory}/a/b/c`, 'x', { force: true })
    const paths = async (depth?: number) =>
      (await volume.list(directory, depth === undefined ? {} : { depth })).map(({ path }) => path)
    expect(await paths()).toEqual([`${directory}/a`])
    expect(await paths(3)).toEqual([`${directory}/a`, `${directory}/a/b`, `${directory}/a/b/c`])
    await expect(paths(11)).rejects.toThrow(VolumeError)
    await volume.remove(directory)
    expect(await volume.exists(directory)).toBe(false)
    await expect(volume.remove(directory)).rejects.toThrow(VolumePathNotFoundError)
    await expect(volume.remove('/')).rejects.toThrow(VolumeError)
  })

  test('is nothing where there is nothing', async () => {
    await expect(volume.getInfo('/nothing')).rejects.toThrow(VolumePathNotFoundError)
    await expect(volume.readFile('/nothing')).rejects.toThrow(VolumePathNotFoundError)
    await expect(volume.list('/nothing')).rejects.toThrow(VolumePathNotFoundError)
    await expect(volume.updateMetadata('/nothing', { mode: 0o600 })).rejects.toThrow(VolumePathNotFoundError)
    await volume.writeFile('/a-file', 'x', { force: true })
    await expect(volume.readFile('/a-file/below')).rejects.toThrow(VolumeError)
  })
})

describe('what the interface says of statuses and bodies', () => {
  const content = async (
    method: string,
    call: string,
    query: Record<string, string>,
    body?: string | Uint8Array<ArrayBuffer>,
  ) => {
    const url = `${inject('installation').apiUrl}/volumecontent/${volume.volumeId}/${call}?${new URLSearchParams(query)}`
    const answer = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${volume.token}`,
        ...(method === 'PATCH' ? { 'content-type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') === true
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      body: isJson ? JSON.parse(text) : text,
    }
  }

  test('of volumes: 201 with a token, 200 with a fresh one, lists without, 204, and then 404', async () => {
    const name = `raw-${randomUUID()}`
    const made = await asClient('POST', '/volumes', { body: { name } })
    expect(made).toMatchObject({ status: 201, body: { name, token: expect.any(String) } })
    const path = `/volumes/${made.body.volumeID}`
    const found = await asClient('GET', path)
    expect(found).toMatchObject({
      status: 200,
      body: { volumeID: made.body.volumeID, name, token: expect.any(String) },
    })
    expect(found.body.token).not.toBe(made.body.token)
    const listed = await asClient('GET', '/volumes')
    expect(listed.status).toBe(200)
    const item = listed.body.find((each: { volumeID: string }) => each.volumeID === made.body.volumeID)
    expect(item).toMatchObject({ name })
    expect(JSON.stringify(listed.body)).not.toContain('token')
    expect((await asClient('POST', '/volumes', { body: { name } })).body).toMatchObject({
      code: 400,
      message: `Volume with name '${name}' already exists`,
    })
    expect((await asClient('DELETE', path)).status).toBe(204)
    expect((await asClient('DELETE', path)).status).toBe(404)
    expect((await asClient('GET', path)).status).toBe(404)
  })

  test.each(['', 'a b', 'a/b', 'a.b', 'ä', 'x'.repeat(251)])(
    'of a name that is none, %j: 400',
    async (name) => {
      expect((await asClient('POST', '/volumes', { body: { name } })).status).toBe(400)
    },
  )

  test('of content: 201 for what is made, 409 for what is there, 404 for what is not, 400 for what cannot be', async () => {
    const root = `/raw-${randomUUID()}`
    const statuses = async (...calls: readonly Parameters<typeof content>[]) => {
      const answers = []
      for (const call of calls) answers.push((await content(...call)).status)
      return answers
    }
    expect(
      await statuses(
        ['POST', 'dir', { path: root }],
        ['POST', 'dir', { path: root }],
        ['POST', 'dir', { path: root, force: 'true' }],
        ['POST', 'dir', { path: `${root}/x/y` }],
        ['PUT', 'file', { path: `${root}/f` }, 'one'],
        ['PUT', 'file', { path: `${root}/f` }, 'two'],
        ['PUT', 'file', { path: `${root}/f`, force: 'true' }, 'two'],
        ['PUT', 'file', { path: `${root}/x/f` }, 'one'],
        ['PUT', 'file', { path: `${root}/f/g`, force: 'true' }, 'one'],
        ['GET', 'file', { path: `${root}/f/g` }],
        ['GET', 'file', { path: `${root}/none` }],
        ['GET', 'path', { path: `${root}/none` }],
        ['GET', 'dir', { path: `${root}/none` }],
        ['GET', 'dir', { path: root, depth: '11' }],
        ['PATCH', 'path', { path: `${root}/none` }, '{"mode":384}'],
        ['DELETE', 'path', { path: '/' }],
        ['DELETE', 'path', { path: root }],
        ['DELETE', 'path', { path: root }],
      ),
    ).toEqual([201, 409, 201, 404, 201, 409, 201, 404, 400, 400, 404, 404, 404, 400, 404, 400, 204, 404])
    expect((await content('GET', 'file', { path: `${root}/none` })).body).toEqual({
      code: expect.any(String),
      message: expect.any(String),
    })
  })

  test('of entries: all fields, a depth of 0 as of 1, and bytes as they are', async () => {
    const root = `/entries-${randomUUID()}`
    await content('POST', 'dir', { path: `${root}/deep/er`, force: 'true' })
    const bytes = new Uint8Array([0, 255, 13, 10])
    const made = await content('PUT', 'file', { path: `${root}/f` }, bytes)
    const file = { name: 'f', path: `${root}/f`, type: 'file', size: 4, mode: 0o666, uid: 9090, gid: 9090 }
    const times = { atime: expect.any(String), mtime: expect.any(String), ctime: expect.any(String) }
    expect(made.body).toEqual({ ...file, ...times })
    expect((await content('GET', 'path', { path: `${root}/f` })).body).toEqual({ ...file, ...times })
    expect((await content('GET', 'file', { path: `${root}/f` })).type).toBe('application/octet-stream')
    const flat = await content('GET', 'dir', { path: root, depth: '0' })
    expect(flat.body).toEqual((await content('GET', 'dir', { path: root })).body)
    expect(flat.body.map((entry: { path: string }) => entry.path).toSorted()).toEqual([
      `${root}/deep`,
      `${root}/f`,
    ])
  })

  test('of paths: they are made absolute and clean, and .. does not lead out', async () => {
    const name = randomUUID()
    expect((await content('PUT', 'file', { path: `../../${name}` }, 'x')).body).toMatchObject({
      path: `/${name}`,
    })
    expect((await content('GET', 'path', { path: `/a/../..//${name}/.` })).body).toMatchObject({
      path: `/${name}`,
    })
    expect((await content('GET', 'file', { path: '/../../../etc/passwd' })).status).toBe(404)
  })
})

describe('the token of a volume', () => {
  const get = (volumeId: string, token?: string) =>
    fetch(`${inject('installation').apiUrl}/volumecontent/${volumeId}/dir?path=/`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })

  test('opens this volume alone', async () => {
    const other = await own()
    expect((await get(volume.volumeId, volume.token)).status).toBe(200)
    expect((await get(other.volumeId, volume.token)).status).toBe(401)
    expect((await get(volume.volumeId)).status).toBe(401)
    const forged = `${volume.token.slice(0, -4)}AAAA`
    const refused = await get(volume.volumeId, forged)
    expect(refused.status).toBe(401)
    expect(await refused.json()).toEqual({ code: 'credential_unknown', message: expect.any(String) })
  })

  test('opens nothing once the volume is destroyed', async () => {
    const other = await Volume.create(`gone-${randomUUID()}`)
    await Volume.destroy(other.volumeId)
    expect((await get(other.volumeId, other.token)).status).toBe(404)
  })
})

describe('sandboxes with a volume', () => {
  const mounts = () => ({ volumeMounts: { '/mnt/shared': volume } })

  test('see the same files at once, and tell their mounts', async () => {
    const [one, other] = await Promise.all([
      create(mounts()),
      create({ volumeMounts: { '/data': volume.name } }),
    ])
    expect((await one.commands.run('mount')).stdout).toContain('/mnt/shared')
    await one.commands.run('echo from one > /mnt/shared/one')
    expect((await other.commands.run('cat /data/one; echo from other > /data/other')).stdout).toBe(
      'from one\n',
    )
    expect(await one.files.read('/mnt/shared/other')).toBe('from other\n')
    expect(await volume.readFile('/other')).toBe('from other\n')
    await volume.writeFile('/uploaded', 'by the API', { force: true })
    expect(await other.files.read('/data/uploaded')).toBe('by the API')
    const { body } = await asClient('GET', `/sandboxes/${one.sandboxId}`)
    expect(body.volumeMounts).toEqual([{ name: volume.name, path: '/mnt/shared' }])
    const listed = await asClient('GET', '/v2/sandboxes?limit=100')
    const found = listed.body.find((each: { sandboxID: string }) => each.sandboxID === other.sandboxId)
    expect(found.volumeMounts).toEqual([{ name: volume.name, path: '/data' }])
    const plain = await create()
    const again = await asClient('GET', '/v2/sandboxes?limit=100')
    const without = again.body.find((each: { sandboxID: string }) => each.sandboxID === plain.sandboxId)
    expect(without.volumeMounts).toEqual([])
  })

  test('may write as their user, and a link that one makes is shown and not followed', async () => {
    const sandbox = await create(mounts())
    const name = randomUUID()
    const { stdout } = await sandbox.commands.run(
      `cd /mnt/shared && id -un && mkdir ${name} && echo text > ${name}/file && ln -s /etc/passwd ${name}/link && stat -c %U ${name}/file`,
    )
    expect(stdout).toBe('user\nuser\n')
    expect(await volume.getInfo(`/${name}/link`)).toMatchObject({ type: 'symlink', target: '/etc/passwd' })
    await expect(volume.readFile(`/${name}/link`)).rejects.toThrow(VolumeError)
  })

  test('leave their files behind, and keep the volume over a pause and in copies', async () => {
    const first = await create(mounts())
    await first.files.write('/mnt/shared/kept', 'kept')
    await first.kill()
    const second = await create(mounts())
    await second.pause()
    const resumed = await Sandbox.connect(second.sandboxId)
    expect(await resumed.files.read('/mnt/shared/kept')).toBe('kept')
    const { body } = await asClient('POST', `/sandboxes/${second.sandboxId}/fork`, {
      body: { count: 1, timeout: 60 },
    })
    const copy = await Sandbox.connect(body[0].sandbox.sandboxID)
    onTestFinished(async () => void (await copy.kill()))
    await copy.commands.run('echo of the copy >> /mnt/shared/kept')
    expect(await resumed.files.read('/mnt/shared/kept')).toBe('keptof the copy\n')
  })

  test('are refused with one error that names every wrong mount', async () => {
    const body = {
      templateID: 'base',
      volumeMounts: [
        { name: 'no-such-volume', path: '/a' },
        { name: volume.name, path: 'relative' },
        { name: volume.name, path: '/not/../clean' },
        { name: volume.name, path: '/twice' },
        { name: volume.name, path: '/twice' },
      ],
    }
    const refused = await asClient('POST', '/sandboxes', { body })
    expect(refused.status).toBe(400)
    expect(refused.body.message).toContain('- volume mount #0:')
    expect(refused.body.message).toContain('- volume mount #1:')
    expect(refused.body.message).toContain('- volume mount #2:')
    expect(refused.body.message).toMatch(/- volume mount #[34]:/)
  })

  test('keep what they have open of a volume that is destroyed with force, and new ones cannot have it', async () => {
    const used = await own()
    const sandbox = await create({ volumeMounts: { '/mnt/used': used } })
    await sandbox.files.write('/mnt/used/file', 'still here')
    expect((await asClient('DELETE', `/volumes/${used.volumeId}?force=true`)).status).toBe(204)
    expect(await sandbox.files.read('/mnt/used/file')).toBe('still here')
    await expect(Volume.connect(used.volumeId)).rejects.toThrow(VolumeNotFoundError)
    await expect(create({ volumeMounts: { '/mnt/used': used.name } })).rejects.toThrow(/not found/)
  })

  test('keep the volume from being destroyed without force', async () => {
    const used = await own()
    const sandbox = await create({ volumeMounts: { '/mnt/used': used } })
    const refused = await asClient('DELETE', `/volumes/${used.volumeId}`)
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(sandbox.sandboxId) },
    })
    await sandbox.kill()
    expect(await Volume.destroy(used.volumeId)).toBe(true)
  })
})

describe('cay volume', () => {
  const cay = async (args: readonly string[], input?: string) => {
    const { apiUrl, apiKey } = inject('installation')
    const main = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))
    const env = { PATH: process.env.PATH ?? '', E2B_API_URL: apiUrl, E2B_API_KEY: apiKey }
    const options = { env, ...(input === undefined ? {} : { input }) }
    return await run([process.execPath, main, 'volume', ...args], options)
  }

  test('copies what a sandbox wrote to this machine, without the links in it, and back', async () => {
    const used = await own()
    const sandbox = await create({ volumeMounts: { '/mnt/used': used } })
    await sandbox.commands.run(
      'cd /mnt/used && mkdir -p out/below && echo text > out/below/file && ln -s /etc out/evil',
    )
    const directory = await mkdtemp(join(tmpdir(), 'cay-volume-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    const { stderr } = await cay(['cp', `${used.name}:/out`, directory])
    expect(stderr).toBe('Warning: left out "/out/evil": it is neither a file nor a directory\n')
    expect((await readdir(directory, { recursive: true })).sort()).toEqual([
      'out',
      'out/below',
      'out/below/file',
    ])
    expect(await readFile(join(directory, 'out/below/file'), 'utf8')).toBe('text\n')
    await cay(['cp', join(directory, 'out'), `${used.name}:/back`])
    await cay(['cp', '-', `${used.name}:/back/piped`], 'through a pipe')
    expect((await sandbox.commands.run('cd /mnt/used/back && cat below/file piped')).stdout).toBe(
      'text\nthrough a pipe',
    )
    expect((await cay(['cp', `${used.name}:/back/piped`, '-'])).stdout).toBe('through a pipe')
    expect((await cay(['ls', `${used.name}:/back`])).stdout).toMatch(
      /drwxrwxrwx .* below\n-rw-rw-rw- .*piped\n/,
    )
  })
})
