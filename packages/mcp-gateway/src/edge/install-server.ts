/**
 * Brings a server's program into the sandbox: a package of npm or PyPI, or a clone of a repository. A directory counts as
 * complete by a file that is written last; an incomplete one is made again.
 */
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { runByNode } from '@cay/kit/host/run-by-node.ts'
import type { PackageSource, RepositorySource, ServerSource } from '../dialect/gateway-config.ts'
import { directoryOf, type GatewayLayout } from '../dialect/gateway-layout.ts'
import { Tail } from '../dialect/tail.ts'

/** Who installs and runs servers. Undefined: who runs the gateway. */
export interface ServerUser {
  readonly uid: number
  readonly gid: number
  readonly name: string
  readonly home: string
}

/** The variables of the user. */
export function homeOf(user: ServerUser | undefined): Record<string, string> {
  return user === undefined ? {} : { HOME: user.home, USER: user.name, LOGNAME: user.name }
}

export interface InstallOptions {
  readonly layout: GatewayLayout
  readonly user: ServerUser | undefined
  readonly env: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Its message begins with what failed, and has the last lines of the program. */
export class InstallError extends Error {
  override name = 'InstallError'
}

/** Resolves with the directory. Throws InstallError. */
export async function installServer(source: ServerSource, options: InstallOptions): Promise<string> {
  const directory = directoryOf(options.layout, source)
  const mark = `${directory}.installed`
  const wanted = JSON.stringify(source)
  if (existsSync(mark) && (await readFile(mark, 'utf8')) === wanted) return directory
  await rm(mark, { force: true })
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true })
  const { user } = options
  // Some servers write beside their programs.
  if (user !== undefined) await chown(directory, user.uid, user.gid)
  if (source.kind === 'github') await cloneRepository(source, directory, options)
  else if (source.kind === 'npm') await installNpm(source, directory, options)
  else await installPypi(source, directory, options)
  await writeFile(mark, wanted)
  return directory
}

async function installNpm(source: PackageSource, directory: string, options: InstallOptions): Promise<void> {
  const flags = ['--no-audit', '--no-fund', '--omit=dev', '--no-package-lock', '--loglevel=error']
  const argv = ['npm', 'install', `--prefix=${directory}`, ...flags, `${source.package}@${source.version}`]
  await runStep(argv, directory, options)
}

/** Into a directory that is no virtual environment, which takes ten seconds to make. */
async function installPypi(source: PackageSource, directory: string, options: InstallOptions): Promise<void> {
  const flags = ['--quiet', '--no-input', '--disable-pip-version-check', `--target=${directory}`]
  const argv = ['python3', '-m', 'pip', 'install', ...flags, `${source.package}==${source.version}`]
  await runStep(argv, directory, options)
}

async function cloneRepository(
  source: RepositorySource,
  directory: string,
  options: InstallOptions,
): Promise<void> {
  const url = `https://github.com/${source.repository}.git`
  await runStep(['git', 'clone', '--quiet', '--depth=1', url, directory], directory, options)
  if (source.installCmd !== undefined) await runStep(['bash', '-c', source.installCmd], directory, options)
}

async function runStep(
  argv: readonly string[],
  cwd: string,
  { env, signal, user }: InstallOptions,
): Promise<void> {
  const tail = new Tail()
  const onText = (text: string) => tail.push(text)
  // git and npm must not ask a person for anything.
  const quiet = { GIT_TERMINAL_PROMPT: '0', CI: 'true' }
  const asUser = user === undefined ? {} : { uid: user.uid, gid: user.gid }
  const failure = await runByNode(argv, {
    ...{ cwd, signal, onText, ...asUser },
    env: { ...env, ...homeOf(user), ...quiet },
  })
  if (failure === undefined) return
  const said = tail.lines().join('\n')
  throw new InstallError(`\`${argv.join(' ')}\` ${failure}${said === '' ? '' : `:\n${said}`}`)
}
