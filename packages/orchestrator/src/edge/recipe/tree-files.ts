/** What is laid into a tree besides Debian: files, users, npm, the daemon with its libraries. */
import { appendFile, chmod, copyFile, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { run } from '@cay/kit/host/run.ts'
import { type Libraries, parseLdd } from '../../dialect/recipe/ldd.ts'
import type { RecipeUser } from '../../dialect/recipe/recipe.ts'

const npmMsMax = 5 * 60_000

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

/** Puts a package's program aside, as `<path>.distrib`, now and whenever a package brings it again. */
export async function divertProgram(tree: string, path: string): Promise<void> {
  await run(['chroot', tree, 'dpkg-divert', '--quiet', '--local', '--rename', '--add', path])
}

/**
 * Adds the text of a file to what Debian's Pythons run when they start, with its compiled form: users cannot write that, and
 * each start would compile it anew.
 */
export async function extendPython(tree: string, file: string): Promise<void> {
  const addition = await readFile(file, 'utf8')
  for (const version of (await readdir(`${tree}/etc`)).filter((name) => /^python3\.\d+$/.test(name))) {
    await appendFile(`${tree}/etc/${version}/sitecustomize.py`, addition)
    await run(['chroot', tree, version, '-m', 'py_compile', `/usr/lib/${version}/sitecustomize.py`])
  }
}

/** npm and npx below /usr/local, fetched by this machine's npm from the registry it is set to. */
export async function installNpm(tree: string, version: string): Promise<void> {
  const prefix = `--prefix=${tree}/usr/local`
  await run(
    ['npm', 'install', '--global', prefix, '--ignore-scripts', '--no-audit', '--no-fund', `npm@${version}`],
    { timeoutMs: npmMsMax },
  )
}

export async function makeWritableByAll(path: string): Promise<void> {
  await run(['chmod', '--recursive', 'a+rwX', path])
}

/** Writes a file of root's with these bits, whatever the umask is, over whatever is there. */
export async function placeFile(path: string, content: Uint8Array | string, mode: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o755 })
  await rm(path, { recursive: true, force: true })
  await writeFile(path, content)
  await chmod(path, mode)
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

/** A second name for the same bytes: stored once in the image. */
export async function linkFile(source: string, path: string): Promise<void> {
  await link(source, path)
}

export async function listLibraries(program: string): Promise<Libraries> {
  const { stdout } = await run(['ldd', program])
  const parsed = parseLdd(stdout)
  if (parsed === undefined) throw new Error(`ldd names no loader for ${program}`)
  return parsed
}
