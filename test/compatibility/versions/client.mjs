/**
 * What an official JavaScript client of any version is asked to do: run beside its `node_modules`, with nothing but a key,
 * E2B_DOMAIN and the authority. Prints a line of JSON for each call. A call that the version does not have is "none".
 */
import { Sandbox } from 'e2b'

const missing = Symbol('the client has no such call')

/** Each call, under the name that the table has for it. They follow one another on one sandbox. */
const calls = {
  'Sandbox.create': async (state) => {
    state.sandbox = await Sandbox.create('base', { timeoutMs: 120_000, metadata: { of: 'versions' } })
    state.id = state.sandbox.sandboxId
  },
  'Sandbox.connect': async ({ id }) => {
    const other = await Sandbox.connect(id)
    equal((await other.commands.run('echo connected')).stdout, 'connected\n')
  },
  'Sandbox.list': async ({ id }) => {
    const listed = await Sandbox.list()
    // A list of all of them before 2.0, pages since.
    const found = Array.isArray(listed) ? listed : await listed.nextItems()
    equal(found.map((each) => each.sandboxId ?? each.sandboxID).includes(id), true)
  },
  'Sandbox.getInfo': async ({ id }) => {
    if (Sandbox.getInfo === undefined) return missing
    equal((await Sandbox.getInfo(id)).sandboxId.startsWith(id), true)
  },
  'sandbox.isRunning': async ({ sandbox }) => equal(await sandbox.isRunning(), true),
  'sandbox.setTimeout': ({ sandbox }) => sandbox.setTimeout(180_000),
  'commands.run': async ({ sandbox }) => {
    const { stdout, stderr, exitCode } = await sandbox.commands.run('echo out; echo err >&2')
    equal([stdout, stderr, exitCode].join(), 'out\n,err\n,0')
  },
  'commands.run of one that fails': async ({ sandbox }) => {
    const error = await sandbox.commands.run('exit 3').then(
      () => undefined,
      (cause) => cause,
    )
    equal(error?.exitCode, 3)
  },
  'commands.sendStdin': async ({ sandbox }) => {
    const handle = await sandbox.commands.run('read line; echo "got $line"', {
      background: true,
      stdin: true,
    })
    await sandbox.commands.sendStdin(handle.pid, 'a line\n')
    equal((await handle.wait()).stdout, 'got a line\n')
  },
  'commands.list and kill': async ({ sandbox }) => {
    const { pid } = await sandbox.commands.run('sleep 600', { background: true })
    equal(
      (await sandbox.commands.list()).some((each) => each.pid === pid),
      true,
    )
    equal(await sandbox.commands.kill(pid), true)
  },
  'files.write and read': async ({ sandbox }) => {
    await sandbox.files.write('directory/file.txt', 'written')
    equal(await sandbox.files.read('directory/file.txt'), 'written')
  },
  'files.list': async ({ sandbox }) => {
    equal((await sandbox.files.list('directory')).map(({ name }) => name).join(), 'file.txt')
  },
  'files.makeDir, rename, exists and remove': async ({ sandbox }) => {
    await sandbox.files.makeDir('made')
    await sandbox.files.rename('made', 'renamed')
    equal(await sandbox.files.exists('renamed'), true)
    await sandbox.files.remove('renamed')
    equal(await sandbox.files.exists('renamed'), false)
  },
  'files.watchDir': async ({ sandbox }) => {
    const watch = (sandbox.files.watchDir ?? sandbox.files.watch).bind(sandbox.files)
    const seen = Promise.withResolvers()
    const handle = await watch('directory', ({ name }) => name === 'seen' && seen.resolve())
    await sandbox.files.write('directory/seen', '')
    await seen.promise
    await (handle.stop ?? handle.close).call(handle)
  },
  'pty.create': async ({ sandbox }) => {
    if (sandbox.pty === undefined) return missing
    const seen = Promise.withResolvers()
    let shown = ''
    const onData = (data) => {
      shown += Buffer.from(data).toString()
      if (shown.includes('SHOWN')) seen.resolve()
    }
    const handle = await sandbox.pty.create({ cols: 80, rows: 24, onData, timeoutMs: 60_000 })
    await (sandbox.pty.sendInput ?? sandbox.pty.sendStdin).call(
      sandbox.pty,
      handle.pid,
      Buffer.from('echo shown | tr a-z A-Z\n'),
    )
    await seen.promise
    await handle.kill()
  },
  'sandbox.getHost': async ({ sandbox }) => {
    await sandbox.commands.run('python3 -m http.server 8000', { background: true })
    await sandbox.commands.run('until curl -s -o /dev/null localhost:8000; do sleep 0.1; done')
    const response = await fetch(`https://${sandbox.getHost(8000)}/directory/file.txt`)
    equal(await response.text(), 'written')
  },
  'sandbox.downloadUrl': async ({ sandbox }) => {
    if (sandbox.downloadUrl === undefined) return missing
    const response = await fetch(await sandbox.downloadUrl('directory/file.txt'))
    equal(await response.text(), 'written')
  },
  'sandbox.uploadUrl': async ({ sandbox }) => {
    if (sandbox.uploadUrl === undefined) return missing
    const form = new FormData()
    form.append('file', new Blob(['uploaded']), 'up.txt')
    equal((await fetch(await sandbox.uploadUrl('up.txt'), { method: 'POST', body: form })).ok, true)
    equal(await sandbox.files.read('up.txt'), 'uploaded')
  },
  'sandbox.getMetrics': async ({ sandbox }) => {
    if (sandbox.getMetrics === undefined) return missing
    equal(Array.isArray(await sandbox.getMetrics()), true)
  },
  'pause and resume': async ({ sandbox, id }) => {
    const pause = sandbox.pause ?? sandbox.betaPause
    if (pause === undefined) return missing
    await pause.call(sandbox)
    const resumed = await (Sandbox.resume ?? Sandbox.connect).call(Sandbox, id)
    equal(await resumed.files.read('directory/file.txt'), 'written')
  },
  'sandbox.createSnapshot': async ({ sandbox }) => {
    if (sandbox.createSnapshot === undefined) return missing
    const { snapshotId } = await sandbox.createSnapshot()
    equal(await Sandbox.deleteSnapshot(snapshotId), true)
  },
  'sandbox.fork': async ({ sandbox }) => {
    if (sandbox.fork === undefined) return missing
    const [copy] = await sandbox.fork()
    equal(await copy.files.read('directory/file.txt'), 'written')
    await copy.kill()
  },
  'sandbox.kill': async ({ sandbox, id }) => {
    await sandbox.kill()
    equal(await Sandbox.kill(id), false)
  },
}

function equal(found, expected) {
  if (found !== expected)
    throw new Error(`found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`)
}

const callMsMax = 60_000

function inTime(promise) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no answer in ${callMsMax / 1000} s`)), callMsMax)
    promise.then(resolve, reject).finally(() => clearTimeout(late))
  })
}

const state = {}
for (const [call, make] of Object.entries(calls)) {
  let outcome = { call, result: 'works' }
  try {
    if ((await inTime(Promise.resolve().then(() => make(state)))) === missing)
      outcome = { call, result: 'none' }
  } catch (error) {
    outcome = { call, result: 'fails', text: String(error?.message ?? error) }
  }
  console.log(JSON.stringify(outcome))
  if (state.sandbox === undefined) break
}
process.exit()
