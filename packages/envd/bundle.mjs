/**
 * Makes the daemon's files: `envd.cjs`, everything of ours in one, `envd.mjs`, which loads it, `koffi.node` beside it, the
 * native part of koffi for glibc, and `sudo`, the program of that name for the image. Together with a Node binary they need
 * nothing of the image they are put into.
 *
 * The daemon is a CommonJS module: whoever imports a module of Node from an ES module gets every export of it evaluated,
 * those included that Node would load when they are first used: its client for HTTP, HTTP/2, TLS, workers.
 *
 *   node packages/envd/bundle.mjs OUTDIR
 */

import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { sudoProgram, sudoSocketName } from './src/dialect/sudo/sudo-program.ts'

const require = createRequire(import.meta.url)

/** `arch` as Node names it: x64 or arm64. Answers the paths that were written. */
export async function bundleEnvd(outputDirectory, arch = process.arch) {
  await mkdir(outputDirectory, { recursive: true })
  const program = join(outputDirectory, 'envd.mjs')
  const bundle = join(outputDirectory, 'envd.cjs')
  const native = join(outputDirectory, 'koffi.node')
  const sudo = join(outputDirectory, 'sudo')
  await build({
    entryPoints: [fileURLToPath(new URL('./src/main.ts', import.meta.url))],
    outfile: bundle,
    // The bundle names modules by their paths from here: it is the same wherever it is made from.
    absWorkingDir: fileURLToPath(new URL('.', import.meta.url)),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    minifySyntax: true,
    // The engine keeps the text. Names stay, for traces of faults.
    minifyWhitespace: true,
    logLevel: 'warning',
    inject: [fileURLToPath(new URL('./src/http/server/plain-headers.ts', import.meta.url))],
    plugins: [nativeKoffi, nativeBase64, envelopesInPlace],
  })
  await writeFile(program, loader)
  await copyFile(nativeFile(arch), native)
  await writeFile(sudo, sudoProgram(arch, sudoSocketName), { mode: 0o755 })
  return { program, native, sudo }
}

/** Containers start this one, also those of images that an earlier version made, in which it is the daemon itself. */
const loader = `process.getBuiltinModule('module').createRequire(import.meta.url)('./envd.cjs')\n`

/** Koffi's own loader searches node_modules; in a sandbox there is only the file beside us. */
const nativeKoffi = {
  name: 'native-koffi',
  setup(bundler) {
    bundler.onResolve({ filter: /^koffi$/ }, () => ({ path: './koffi.node', external: true }))
  },
}

/**
 * The JSON form of command output is base64 made byte by byte in JavaScript, at 30 MB/s; Node's own is fifty times
 * faster. As in the original, padding may be missing and the URL alphabet is understood.
 */
const nativeBase64 = {
  name: 'native-base64',
  setup(bundler) {
    bundler.onLoad({ filter: /@bufbuild\/protobuf\/dist\/esm\/wire\/base64-encoding\.js$/ }, () => ({
      contents: `
        const alphabet = /^[A-Za-z0-9+\\/_=\\s-]*$/
        export function base64Decode(text) {
          if (!alphabet.test(text)) throw Error('invalid base64 string')
          return new Uint8Array(Buffer.from(text, 'base64'))
        }
        const encodings = { std: 'base64', url: 'base64url' }
        export function base64Encode(bytes, encoding = 'std') {
          const { buffer, byteOffset, byteLength } = bytes
          const view = Buffer.from(buffer, byteOffset, byteLength)
          if (encoding === 'std_raw') return view.toString('base64').replace(/=+$/, '')
          return view.toString(encodings[encoding])
        }`,
    }))
  },
}

/** Frames of output have room for their prefix: src/rpc/headroom-frame.ts. */
const envelopesInPlace = {
  name: 'envelopes-in-place',
  setup(bundler) {
    const ours = fileURLToPath(new URL('./src/rpc/headroom-frame.ts', import.meta.url))
    const begin = 'export function encodeEnvelope(flags, data) {\n'
    bundler.onLoad(
      { filter: /@connectrpc\/connect\/dist\/esm\/protocol\/envelope\.js$/ },
      async ({ path }) => {
        const [before, after, ...more] = (await readFile(path, 'utf8')).split(begin)
        if (after === undefined || more.length > 0) throw new Error(`${path} is not as it was: see ${ours}`)
        const first =
          '  const envelope = envelopeInPlace(flags, data)\n  if (envelope !== undefined) return envelope\n'
        return {
          contents: `import { envelopeInPlace } from ${JSON.stringify(ours)}\n${before}${begin}${first}${after}`,
        }
      },
    )
  },
}

function nativeFile(arch) {
  return require.resolve(`@koromix/koffi-linux-${arch}/linux_${arch}/koffi.node`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , outputDirectory] = process.argv
  if (outputDirectory === undefined) {
    process.stderr.write('usage: node packages/envd/bundle.mjs OUTDIR\n')
    process.exit(64)
  }
  const { program, native, sudo } = await bundleEnvd(outputDirectory)
  process.stdout.write(`${program}\n${native}\n${sudo}\n`)
}
