// Brings node_modules in line with package-lock.json. A stamp in node_modules says which lock file it was made from, so a
// start that finds it current runs no npm at all. Runs on Node 20 with nothing installed; the caller holds a lock.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const stampFile = (root) => join(root, 'node_modules/.cay-stamp')

function stampOf(root) {
  const lock = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  return `${lock.digest('hex')} ${process.platform}-${process.arch}\n`
}

export function dependenciesAreCurrent(root) {
  return existsSync(stampFile(root)) && readFileSync(stampFile(root), 'utf8') === stampOf(root)
}

function install(root) {
  if (dependenciesAreCurrent(root)) return console.log('up to date')
  // A directory that exists is brought up to date in place: something may be running from it.
  const verb = existsSync(join(root, 'node_modules')) ? ['install', '--no-save'] : ['ci']
  const args = [...verb, '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional']
  const [program, ...before] = npmCommand()
  const { status, error } = spawnSync(program, [...before, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: pathWithoutNodeModules(), NODE_ENV: 'development' },
  })
  if (error !== undefined) console.error(`npm could not be started: ${error.message}`)
  if (status !== 0) process.exit(1)
  writeFileSync(stampFile(root), stampOf(root))
}

/** The npm that runs us, or the one on the PATH. */
function npmCommand() {
  const script = process.env.npm_execpath
  const isNpm = script !== undefined && basename(script) === 'npm-cli.js'
  return isNpm ? [process.execPath, script] : ['npm']
}

/** `npm run` puts the clone's programs first; npm itself must not run on a Node that it is about to replace. */
function pathWithoutNodeModules() {
  const parts = (process.env.PATH ?? '').split(delimiter)
  return parts.filter((part) => !part.includes('node_modules')).join(delimiter)
}

const self = fileURLToPath(import.meta.url)
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === realpathSync(self)) {
  install(dirname(dirname(self)))
}
