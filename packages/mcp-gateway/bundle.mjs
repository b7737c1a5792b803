/**
 * Makes the program of the MCP gateway: one file, for the Node of the template `mcp-gateway`.
 *
 *   node packages/mcp-gateway/bundle.mjs OUTDIR
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const [, , outputDirectory] = process.argv
if (outputDirectory === undefined) {
  process.stderr.write('usage: node packages/mcp-gateway/bundle.mjs OUTDIR\n')
  process.exit(64)
}
await build({
  entryPoints: [fileURLToPath(new URL('./src/main.ts', import.meta.url))],
  outfile: join(outputDirectory, 'mcp-gateway.cjs'),
  // The bundle names modules by their paths from here: it is the same wherever it is made from.
  absWorkingDir: fileURLToPath(new URL('.', import.meta.url)),
  bundle: true,
  platform: 'node',
  // Parts of the SDK are CommonJS modules, which load modules of Node by `require`.
  format: 'cjs',
  target: 'node24',
  minifySyntax: true,
  minifyWhitespace: true,
  logLevel: 'warning',
})
