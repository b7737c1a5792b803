/** Installs the newest Python packages of an index into a tree, by the tree's own pip and with what this machine knows of the index. */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { isErrno } from '@cay/kit/host/errno.ts'
import { run, ToolError } from '@cay/kit/host/run.ts'
import { inTreeArguments } from '../../dialect/recipe/mmdebstrap-arguments.ts'
import { indexTrouble, namespacesIn, pipInstall, pipVariables } from '../../dialect/recipe/pip-arguments.ts'

/** Hundreds of megabytes come over the network. */
const pipMsMax = 30 * 60_000

/** In the tree, while pip runs. */
const place = '/tmp/.cay-pip'
const resolverFile = '/etc/resolv.conf'

/** `environment` is that of this machine. */
export async function installNewestPython(
  tree: string,
  packages: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const resolver = await readFile(`${tree}${resolverFile}`, 'utf8')
  try {
    await lendFiles(tree)
    const env = pipVariables(environment, place)
    await run(inTreeArguments(tree, pipInstall(packages)), { env, timeoutMs: pipMsMax })
    await removeHidingPackages(tree)
  } catch (error) {
    const trouble = error instanceof ToolError ? indexTrouble(error.stderr) : undefined
    if (trouble === undefined) throw error
    throw new Error(
      `--packages latest takes Python packages from an index, and none can be reached (${trouble}): set PIP_INDEX_URL to one, or build with --packages debian`,
    )
  } finally {
    await writeFile(`${tree}${resolverFile}`, resolver)
    await rm(`${tree}${place}`, { recursive: true, force: true })
  }
}

/** Name servers, trusted authorities and the settings of pip. */
async function lendFiles(tree: string): Promise<void> {
  await mkdir(`${tree}${place}`, { recursive: true, mode: 0o700 })
  await writeFile(`${tree}${resolverFile}`, await readFile(resolverFile))
  await lend('/etc/ssl/certs/ca-certificates.crt', `${tree}${place}/ca.crt`)
  await lend('/etc/pip.conf', `${tree}${place}/pip.conf`)
}

/** A machine may have none. */
async function lend(from: string, to: string): Promise<void> {
  await copyFile(from, to).catch((error: unknown) => {
    if (!isErrno(error, 'ENOENT')) throw error
  })
}

const ofDebian = '/usr/lib/python3/dist-packages'

/**
 * A package that several share, such as `mpl_toolkits`, is the one of Debian wherever a `.pth` file of Debian's says so, and what
 * is installed in front of it is not found.
 */
async function removeHidingPackages(tree: string): Promise<void> {
  const libraries = (await readdir(`${tree}/usr/local/lib`)).filter((name) => name.startsWith('python3'))
  const isNewer = (name: string) =>
    libraries.some((library) => existsSync(`${tree}/usr/local/lib/${library}/dist-packages/${name}`))
  for (const file of (await readdir(`${tree}${ofDebian}`)).filter((name) => name.endsWith('-nspkg.pth'))) {
    const names = namespacesIn(await readFile(`${tree}${ofDebian}/${file}`, 'utf8'))
    if (!names.some(isNewer)) continue
    for (const name of [file, ...names]) await rm(`${tree}${ofDebian}/${name}`, { recursive: true })
  }
}
