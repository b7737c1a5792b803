// The way from whatever Node runs us to the Node 24 among the npm dependencies, which runs the sources as they are.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Runs a file of the clone with Node 24, passes signals on, and ends this process as that one ended. */
export function handOver(file, args) {
  const node = join(root, 'node_modules', `node-linux-${process.arch}`, 'bin/node')
  if (!existsSync(node)) {
    console.error(`Error: ${node} is missing: run \`npm ci --include=optional\` in ${root}`)
    process.exit(1)
  }
  const child = spawn(node, [join(root, file), ...args], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`Error: ${node} could not be started: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}
