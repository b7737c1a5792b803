/** The database server of the tests, which is a child of the test process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { identifyProcess, isAlive } from '@cay/kit/host/process-identity.ts'
import { expect, test } from 'vitest'
import { oldestPostgres } from '../support/postgres.ts'

const support = new URL('../support/postgres.ts', import.meta.url).href
const script = `
  import { oldestPostgres, startPostgres } from '${support}'
  const server = await startPostgres(oldestPostgres)
  const url = await server.createDatabase()
  process.send(new URL(url).searchParams.get('host'))`

test.skipIf(!oldestPostgres.isInstalled)(
  'a database server ends with the test process, also when that is killed',
  async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    if (child.stderr === null) throw new Error('it is a pipe')
    const complaints = text(child.stderr)
    const exited = once(child, 'exit')
    const [directory] = (await Promise.race([
      once(child, 'message'),
      exited.then(async () => Promise.reject(new Error(await complaints))),
    ])) as string[]
    const pids = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()
    const server = identifyProcess(Number(pids))
    if (server === undefined || directory === undefined) throw new Error('the server does not run')
    child.kill('SIGKILL')
    await exited
    await expect.poll(() => isAlive(server)).toBe(false)
    await rm(directory, { recursive: true })
  },
)
