#!/usr/bin/env node
// The `cay` command. Plain JavaScript, so that any Node >= 20 can read it; the sources themselves need Node 24, which is
// one of the npm dependencies.
import { handOver } from '../../../scripts/node24.mjs'

if (Number(process.versions.node.split('.')[0]) >= 24) {
  await import('../src/main.ts')
} else {
  handOver('packages/cli/src/main.ts', process.argv.slice(2))
}
