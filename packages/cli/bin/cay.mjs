#!/usr/bin/env node
// The `cay` command. Plain JavaScript, so that any Node >= 20 can read it; the sources themselves need Node 24, which is
// one of the npm dependencies.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { findBundle } from './find-bundle.mjs'

if (!existsSync(new URL('../../../node_modules/commander', import.meta.url))) {
  console.error(
    'Error: the npm packages of Cay are not installed here: `npm start` installs and starts everything, `node scripts/install-dependencies.mjs` installs only them',
  )
  process.exit(1)
}

// Compiled code is kept in the user's own cache directory, and not in Node's default below /tmp, where others could leave code
// for root. Where nothing can be written, nothing is kept. A Node of another version has its own part of the directory.
const cacheHome = process.env.XDG_CACHE_HOME ?? ''
module.enableCompileCache?.(
  join(isAbsolute(cacheHome) ? cacheHome : join(homedir(), '.cache'), 'cay', 'node'),
)

/** The first words of commands that are to start quickly. Others may run for months, and would miss files of a bundle that was replaced. */
const quickWords = ['run', 'sandbox']

if (Number(process.versions.node.split('.')[0]) >= 24) {
  const bundle = quickWords.includes(process.argv[2] ?? '') ? findBundle() : undefined
  if (bundle === undefined) await import('../src/main.ts')
  else module.createRequire(import.meta.url)(bundle)
} else {
  const { handOver } = await import('../../../scripts/node24.mjs')
  handOver('packages/cli/bin/cay.mjs', process.argv.slice(2))
}
