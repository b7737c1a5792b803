/**
 * Builds the command into one file, `packages/cli/dist/main-HASH.cjs`, so that a short command reads one file instead of fifty. The
 * sources are listed beside it with their sizes and times: `bin/cay.mjs` runs the sources themselves when one of them was changed
 * since. Any Node >= 20 runs this; what it builds needs Node 24, as the sources do.
 *
 *   node scripts/bundle-command.mjs
 */
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bundleDirectory, findBundle, manifestName } from '../packages/cli/bin/find-bundle.mjs'

const packageDirectory = fileURLToPath(new URL('../packages/cli/', import.meta.url))
const temporarySuffix = '.new'

/** Returns what was done, for people. Skipped when it was built from the same sources. */
export async function bundleCommand(directory = bundleDirectory) {
  if (findBundle(directory) !== undefined) return 'up to date'
  const former = await readEntry(directory)
  const { entry, contents, inputs } = await compile(directory)
  await mkdir(directory, { recursive: true })
  // Whoever runs the command reads it, whatever the umask of whoever builds.
  await chmod(directory, 0o755)
  await writeWhole(join(directory, entry), contents)
  await writeWhole(join(directory, manifestName), JSON.stringify({ entry, inputs }))
  // A command that has read the former list of sources is about to read that file.
  const kept = [entry, former, manifestName]
  for (const name of await readdir(directory))
    if (!kept.includes(name) && !name.endsWith(temporarySuffix))
      await rm(join(directory, name), { force: true })
  return `${Math.round(contents.byteLength / 1024)} KB`
}

/** Undefined when there is none that can be read. */
async function readEntry(directory) {
  try {
    return JSON.parse(await readFile(join(directory, manifestName), 'utf8')).entry
  } catch {
    // What is there is replaced.
    return undefined
  }
}

/** The compiler is loaded only when there is something to compile. */
async function compile(directory) {
  const { build } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    entryPoints: [join(packageDirectory, 'src/main.ts')],
    absWorkingDir: packageDirectory,
    outdir: directory,
    entryNames: '[name]-[hash]',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    // A module of this kind is read without the loader of the other kind, which takes longer than most of what is in it.
    format: 'cjs',
    target: 'node24',
    banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
    minifyWhitespace: true,
    minifySyntax: true,
    metafile: true,
    write: false,
    logLevel: 'warning',
    plugins: [packagesOutside, ownPlacesOf(directory)],
  })
  const [output] = outputFiles
  if (output === undefined) throw new Error('the compiler made no file')
  const paths = Object.keys(metafile.inputs).map((path) => resolve(packageDirectory, path))
  return {
    entry: basename(output.path),
    contents: output.contents,
    inputs: await Promise.all(paths.map((path) => describeInput(path, directory))),
  }
}

/** Packages are loaded where they are, but for the one that every command needs. */
const packagesOutside = {
  name: 'packages-outside',
  setup(bundler) {
    bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path === 'commander' || path.startsWith('@cay/')
        ? undefined
        : { path, external: true },
    )
  },
}

/** A source finds other files of the clone by its own place, which is not that of the bundle. */
function ownPlacesOf(directory) {
  return {
    name: 'own-places',
    setup(bundler) {
      bundler.onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8')
        if (!text.includes('import.meta.url')) return undefined
        const place = JSON.stringify(relative(directory, path))
        return {
          contents: text.replaceAll('import.meta.url', `new URL(${place}, bundleUrl).href`),
          loader: 'ts',
        }
      })
    },
  }
}

async function describeInput(path, directory) {
  const { size, mtimeMs } = await stat(path)
  return [relative(directory, path), size, mtimeMs]
}

/** Several builds may be at work, and commands start meanwhile. */
async function writeWhole(path, contents) {
  const temporary = `${path}.${process.pid}${temporarySuffix}`
  await writeFile(temporary, contents)
  await chmod(temporary, 0o644)
  await rename(temporary, path)
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(`command: ${await bundleCommand()}`)
