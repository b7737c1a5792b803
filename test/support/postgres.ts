/** A PostgreSQL of its own for tests: in a temporary directory, on a Unix socket, as a user without rights. */
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '@cay/kit/host/run.ts'
import pg from 'pg'

export interface PostgresServer {
  /** An empty database that nobody else uses. */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

/** The server refuses to run as root. */
const nobody = 65_534
const startMsMax = 60_000
/** Texts sort by the rules of a language where a column does not say otherwise. */
const byLanguage = ['--locale-provider=icu', '--icu-locale=en-US']

/** `programs`: the directory of `initdb` and `pg_ctl`. */
export async function startPostgres(programs: string): Promise<PostgresServer> {
  const directory = await mkdtemp(join(tmpdir(), 'cay-postgres-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chown(directory, nobody, nobody)
  await chmod(directory, 0o700)
  const as = isRoot ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : []
  const call = (program: string, ...args: string[]) =>
    run([...as, join(programs, program), ...args], {
      cwd: '/',
      timeoutMs: startMsMax,
      leavesProcesses: program === 'pg_ctl',
    })
  const data = join(directory, 'data')
  await call(
    'initdb',
    '-D',
    data,
    '-U',
    'cay',
    '--auth=trust',
    '--no-sync',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    ...byLanguage,
  )
  const options = `-c listen_addresses='' -c unix_socket_directories='${directory}' -c fsync=off -c max_connections=200`
  await call('pg_ctl', '-D', data, '-w', '-l', join(directory, 'log'), '-o', options, 'start')
  const urlOf = (database: string) =>
    `postgresql://cay@localhost/${database}?host=${encodeURIComponent(directory)}`
  let count = 0
  return {
    async createDatabase() {
      const name = `test_${++count}`
      const client = new pg.Client({ connectionString: urlOf('postgres') })
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      return urlOf(name)
    },
    async stop() {
      await call('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop')
      await rm(directory, { recursive: true })
    },
  }
}
