/**
 * Makes the program that does a build's steps inside a sandbox: one file, for the Node that the daemon brings.
 *
 *   node packages/builder/bundle.mjs OUTFILE
 */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const [, , outfile] = process.argv
if (outfile === undefined) {
  process.stderr.write('usage: node packages/builder/bundle.mjs OUTFILE\n')
  process.exit(64)
}
await build({
  entryPoints: [fileURLToPath(new URL('./src/run-step.ts', import.meta.url))],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  minifySyntax: true,
  logLevel: 'warning',
})
