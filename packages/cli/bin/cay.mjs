#!/usr/bin/env node
// The `cay` command. Plain JavaScript, so that any Node >= 20 can read it; the sources themselves need Node 24, which is
// one of the npm dependencies.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = new URL('../src/main.ts', import.meta.url)

if (Number(process.versions.node.split('.')[0]) >= 24) {
  await import(main.href)
} else {
  process.exitCode = runWithNode24()
}

function runWithNode24() {
  const node = findNode24()
  if (node === undefined) {
    console.error('Error: Node 24 is missing: run `npm ci` in the clone')
    return 1
  }
  // The child gets the signals of the terminal itself; those sent to us alone are passed on by execve where Node has it.
  const { status, signal, error } = spawnSync(node, [fileURLToPath(main), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  if (error !== undefined) throw error
  return status ?? 128 + constants.signals[signal]
}

function findNode24() {
  try {
    const found = createRequire(import.meta.url).resolve(`node-linux-${process.arch}/package.json`)
    return join(dirname(found), 'bin/node')
  } catch {
    // The optional dependency was left out.
    return undefined
  }
}
