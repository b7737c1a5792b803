/**
 * Builds the dashboard into `dist/`, which control serves: `index.html`, and `assets/` with names that change with their
 * content, each beside its gzip-compressed copy. Skipped when `dist/` was built from the same sources.
 *
 *   node packages/dashboard/bundle.mjs [OUTDIR]
 */
import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const here = fileURLToPath(new URL('.', import.meta.url))
const packedSuffix = '.gz'
const temporarySuffix = '.new'
/** Browsers of the spring of 2023 and later. */
const target = ['chrome111', 'firefox111', 'safari16.4']
/** Generated code and the versions of all libraries are part of the result as well. */
const inputs = [join(here, 'src'), join(here, '../contract/src'), join(here, '../../package-lock.json')]

/**
 * Returns what was done, for people. Several builds may be at work, and control reads meanwhile: each file appears as a
 * whole, the page after the files that it names.
 */
export async function bundleDashboard(outputDirectory = join(here, 'dist')) {
  const hash = await hashOf([fileURLToPath(import.meta.url), ...inputs])
  if ((await readStamp(outputDirectory)) === hash) return 'up to date'
  const { files, index } = await compile()
  const assets = join(outputDirectory, 'assets')
  await mkdir(assets, { recursive: true })
  // Control reads as another user, whatever the umask of whoever builds.
  for (const path of [outputDirectory, assets]) await chmod(path, 0o755)
  for (const [name, contents] of files) await writeWhole(join(assets, name), contents)
  await writeWhole(join(outputDirectory, 'index.html'), index)
  await writeWhole(join(outputDirectory, 'stamp'), hash)
  const old = (await readdir(assets)).filter((name) => !files.has(name) && !name.endsWith(temporarySuffix))
  for (const name of old) await rm(join(assets, name), { force: true })
  return `${Math.round(packedBytes(files) / 1024)} KB compressed`
}

async function readStamp(directory) {
  return await readFile(join(directory, 'stamp'), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

async function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of (await Promise.all(paths.map(filesIn))).flat())
    hash.update(path).update(await readFile(path))
  return hash.digest('hex')
}

async function filesIn(path) {
  if (/\.\w+$/.test(basename(path))) return [path]
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile() && !/\.test\.ts$/.test(entry.name))
  return files.map((entry) => join(entry.parentPath, entry.name)).sort()
}

/** The compiler is loaded only when there is something to compile. Files are by name, compressed ones included. */
async function compile() {
  const { build } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    entryPoints: [join(here, 'src/main.tsx')],
    absWorkingDir: here,
    outdir: join(here, 'dist/assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    metafile: true,
    write: false,
    logLevel: 'warning',
  })
  const files = outputFiles.flatMap(({ path, contents }) => [
    [basename(path), contents],
    [`${basename(path)}${packedSuffix}`, gzipSync(contents, { level: 9 })],
  ])
  return { files: new Map(files), index: await renderIndex(metafile.outputs) }
}

/** The page names the entry's script, its style, and the chunks that the script begins with. */
async function renderIndex(outputs) {
  const entry = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === 'src/main.tsx')
  if (entry === undefined) throw new Error('the compiler made no entry')
  const [script, { cssBundle, imports }] = entry
  const first = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path)
  const head = [
    ...(cssBundle === undefined ? [] : [`<link rel="stylesheet" href="${assetUrl(cssBundle)}">`]),
    ...first.map((path) => `<link rel="modulepreload" href="${assetUrl(path)}">`),
    `<script type="module" src="${assetUrl(script)}"></script>`,
  ]
  const template = await readFile(join(here, 'src/index.html'), 'utf8')
  return template.replace('<!-- assets -->', head.join('\n    '))
}

function assetUrl(path) {
  return `assets/${basename(path)}`
}

function packedBytes(files) {
  return [...files].reduce(
    (sum, [name, { byteLength }]) => sum + (name.endsWith(packedSuffix) ? byteLength : 0),
    0,
  )
}

async function writeWhole(path, contents) {
  const temporary = `${path}.${process.pid}${temporarySuffix}`
  await writeFile(temporary, contents)
  await chmod(temporary, 0o644)
  await rename(temporary, path)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${await bundleDashboard(process.argv[2])}\n`)
}
