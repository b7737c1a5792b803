// Brings node_modules in line with package-lock.json: what runs Cay, or with `--with-tests` what checks and tests it as
// well. A stamp in node_modules says which lock file it was made from and how much of it there is, so a start that finds
// enough runs no npm at all, and never takes away what tests need. Runs on Node 20 with nothing installed; the caller holds a lock.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const stampFile = (root) => join(root, 'node_modules/.cay-stamp')
/** Third word of a stamp. */
const production = 'production'

function lockOf(root) {
  const lock = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  return `${lock.digest('hex')} ${process.platform}-${process.arch}`
}

/** What is installed, and from which lock file; undefined: nothing. Whoever ran npm by hand has everything. */
function readStamp(root) {
  if (!existsSync(join(root, 'node_modules'))) return undefined
  if (!existsSync(stampFile(root))) return { lock: '', hasTests: true }
  const [hash, platform, extent] = readFileSync(stampFile(root), 'utf8').trim().split(' ')
  return { lock: `${hash} ${platform}`, hasTests: extent !== production }
}

export function dependenciesAreCurrent(root, { withTests }) {
  const found = readStamp(root)
  return found !== undefined && found.lock === lockOf(root) && (found.hasTests || !withTests)
}

async function install(root, { withTests }) {
  if (dependenciesAreCurrent(root, { withTests })) console.log('up to date')
  else runNpm(root, { withTests })
  await prepareCommand()
}

/** The command works without, only slower. */
async function prepareCommand() {
  try {
    const { bundleCommand } = await import('./bundle-command.mjs')
    await bundleCommand()
  } catch (error) {
    console.error(
      `Warning: the command starts more slowly, because it could not be bundled: ${error.message}`,
    )
  }
}

function runNpm(root, { withTests }) {
  const found = readStamp(root)
  const hasTests = withTests || found?.hasTests === true
  // A directory that exists is brought up to date in place: something may be running from it.
  const verb = found === undefined ? ['ci'] : ['install', '--no-save']
  const extent = hasTests ? ['--include=dev'] : ['--omit=dev']
  const args = [...verb, '--no-audit', '--no-fund', '--loglevel=error', ...extent, '--include=optional']
  const [program, ...before] = npmCommand()
  const { status, error } = spawnSync(program, [...before, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      PATH: pathWithoutNodeModules(),
      NODE_ENV: hasTests ? 'development' : production,
      // ssh2 tries to compile an extension that it does not need, for the Node that runs npm and not for ours. Without headers
      // that gives up at once, and asks nobody for them.
      npm_config_nodedir: '/nonexistent',
    },
  })
  if (error !== undefined) console.error(`npm could not be started: ${error.message}`)
  if (status !== 0) process.exit(1)
  writeFileSync(stampFile(root), `${lockOf(root)} ${hasTests ? 'with-tests' : production}\n`)
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
  await install(dirname(dirname(self)), { withTests: process.argv.includes('--with-tests') })
}
