/** Changes in a tree after the bootstrap: files, users, npm, and the daemon with its libraries. */
import {
  appendFile,
  chmod,
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname } from 'node:path'
import { run } from '@cay/kit/host/run.ts'
import { type Libraries, parseLdd } from '../../dialect/recipe/ldd.ts'
import { inTreeArguments } from '../../dialect/recipe/mmdebstrap-arguments.ts'
import type { RecipeUser } from '../../dialect/recipe/recipe.ts'

const npmMsMax = 5 * 60_000
const commandMsMax = 10 * 60_000
const copyMsMax = 10 * 60_000

export async function addUser(tree: string, user: RecipeUser): Promise<void> {
  const inTree = ['chroot', tree]
  await run([...inTree, 'groupadd', `--gid=${user.gid}`, user.name])
  const groups = user.groups.length === 0 ? [] : [`--groups=${user.groups.join(',')}`]
  await run([
    ...inTree,
    'useradd',
    '--create-home',
    `--uid=${user.uid}`,
    `--gid=${user.gid}`,
    `--shell=${user.shell}`,
    ...groups,
    user.name,
  ])
  await run([...inTree, 'passwd', '--delete', user.name])
}

/** Diverts the program of a package to `<path>.distrib`, also for later installations of the package. */
export async function divertProgram(tree: string, path: string): Promise<void> {
  await run(['chroot', tree, 'dpkg-divert', '--quiet', '--local', '--rename', '--add', path])
}

/**
 * Appends the text of a file to the start-up file of Debian's Pythons, and compiles it: users cannot write the compiled form,
 * so each start would compile it again.
 */
export async function extendPython(tree: string, file: string): Promise<void> {
  const addition = await readFile(file, 'utf8')
  for (const version of (await readdir(`${tree}/etc`)).filter((name) => /^python3\.\d+$/.test(name))) {
    await appendFile(`${tree}/etc/${version}/sitecustomize.py`, addition)
    await run(['chroot', tree, version, '-m', 'py_compile', `/usr/lib/${version}/sitecustomize.py`])
  }
}

/** Installs npm and npx below /usr/local, by the npm of this machine from its configured registry. */
export async function installNpm(tree: string, version: string): Promise<void> {
  await installPackages(`${tree}/usr/local`, ['--global', `npm@${version}`])
}

/** Installs packages with their dependencies into `node_modules` of a directory, likewise. */
export async function installNodeModules(directory: string, packages: readonly string[]): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o755 })
  // Without a package.json npm would look for one in the directories above, which are those of this machine.
  await writeFile(`${directory}/package.json`, '{"private":true}\n', { flag: 'a' })
  await installPackages(directory, packages)
}

async function installPackages(prefix: string, packages: readonly string[]): Promise<void> {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact']
  await run(['npm', 'install', `--prefix=${prefix}`, ...options, ...packages], { timeoutMs: npmMsMax })
}

/** Runs a program of the tree as its root. */
export async function runInTree(tree: string, argv: readonly string[]): Promise<void> {
  await run(inTreeArguments(tree, argv), { timeoutMs: commandMsMax })
}

export async function makeWritableByAll(path: string): Promise<void> {
  await run(['chmod', '--recursive', 'a+rwX', path])
}

/** With owners, modes, links and times; `to` must not exist. Where the file system can, blocks are shared. */
export async function copyTree(from: string, to: string): Promise<void> {
  await run(['cp', '--archive', '--reflink=auto', '--no-target-directory', from, to], {
    timeoutMs: copyMsMax,
  })
}

/** Writes a file of root with this mode, whatever the umask is, and replaces what is there. */
export async function placeFile(path: string, content: Uint8Array | string, mode: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o755 })
  await rm(path, { recursive: true, force: true })
  await writeFile(path, content)
  await chmod(path, mode)
}

/** `target` is a path of the image. */
export async function placeLink(path: string, target: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o755 })
  await rm(path, { recursive: true, force: true })
  await symlink(target, path)
}

export async function setMode(path: string, mode: number): Promise<void> {
  await chmod(path, mode)
}

export async function placeDirectory(path: string, mode: number): Promise<void> {
  await mkdir(path, { recursive: true })
  await chmod(path, mode)
}

export async function placeProgram(source: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o755 })
  await copyFile(source, path)
  await chmod(path, 0o755)
}

export async function emptyDirectory(path: string): Promise<void> {
  for (const name of await readdir(path)) await rm(`${path}/${name}`, { recursive: true, force: true })
}

/** Creates a hard link, so that the content is stored once in the image. */
export async function linkFile(source: string, path: string): Promise<void> {
  await link(source, path)
}

export async function listLibraries(program: string): Promise<Libraries> {
  const { stdout } = await run(['ldd', program])
  const parsed = parseLdd(stdout)
  if (parsed === undefined) throw new Error(`ldd names no loader for ${program}`)
  return parsed
}
