// What `npm start` and `npm test` do before anything is installed: plain JavaScript that Node 20 runs with no dependency.
// It checks the machine and brings the npm dependencies up to date, at most one installation at a time.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBundle } from '../packages/cli/bin/find-bundle.mjs'
import { dependenciesAreCurrent } from './install-dependencies.mjs'
import { root } from './node24.mjs'

/** Exit code that flock is told to use when another installation holds the lock. */
const lockHeldExitCode = 75
/** An installation that takes longer has gone wrong. */
const installSecondsMax = 1200

/**
 * Steps 1 and 2 of `total`. `withTests`: what only tests and checks need is installed as well. Ends the process with one line
 * per lack when the machine is not fit.
 */
export async function bootstrap({ total, rootNeededFor, withTests }) {
  const lacks = lacksOf(rootNeededFor)
  if (lacks.length > 0) {
    for (const lack of lacks) console.error(lack)
    process.exit(1)
  }
  console.log(
    `[1/${total}] this machine ... ${readOsRelease().PRETTY_NAME}, ${process.arch}, Node ${process.version}`,
  )
  await timedStep(`[2/${total}] npm dependencies ...`, (say) => installDependencies(say, { withTests }))
}

/** Each lack of the machine in one line, with its remedy. */
function lacksOf(rootNeededFor) {
  const lacks = []
  if (Number(process.versions.node.split('.')[0]) < 20) {
    lacks.push(`Node ${process.version} is too old: install Node 20 or later.`)
  }
  if (process.platform !== 'linux') {
    lacks.push(`${process.platform} cannot run sandboxes: use a Linux machine with Debian 12 or 13.`)
    return lacks
  }
  if (process.arch !== 'x64' && process.arch !== 'arm64') {
    lacks.push(`The processor is ${process.arch}: use an x64 or arm64 machine.`)
  }
  if (rootNeededFor === undefined) return lacks
  if (process.getuid() !== 0) lacks.push(`You are not root, and ${rootNeededFor}.`)
  if (!isDebian12Or13(readOsRelease())) {
    lacks.push(`This is ${readOsRelease().PRETTY_NAME ?? 'an unknown system'}: use Debian 12 or 13.`)
  }
  return lacks
}

function readOsRelease() {
  const text = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  const pairs = text.split('\n').map((line) => /^(\w+)="?(.*?)"?$/.exec(line) ?? [])
  return Object.fromEntries(pairs.map(([, name, value]) => [name, value]))
}

function isDebian12Or13(release) {
  const family = [release.ID, ...(release.ID_LIKE ?? '').split(' ')]
  return family.includes('debian') && ['bookworm', 'trixie'].includes(release.VERSION_CODENAME)
}

async function installDependencies(say, extent) {
  // After a pull without new packages the command is bundled again: from its sources it starts more slowly.
  if (dependenciesAreCurrent(root, extent) && findBundle() !== undefined) return 'up to date'
  mkdirSync(join(root, '.cay'), { recursive: true })
  let outcome = await installUnderLock(['--nonblock'], extent)
  if (outcome.code === lockHeldExitCode) {
    say('another installation is running in this clone: waiting for it')
    outcome = await installUnderLock(['--timeout', String(installSecondsMax)], extent)
  }
  if (outcome.code !== 0) {
    console.error(
      `${outcome.output.trim()}\nnpm could not install the dependencies: what it said stands above.`,
    )
    process.exit(1)
  }
  return [outcome.output.trim().split('\n').at(-1), sizeOfDependencies()].filter(Boolean).join(', ')
}

/** The installer looks again once it has the lock: the one before may have done the work. */
function installUnderLock(patience, { withTests }) {
  const lock = [
    '--close',
    ...patience,
    '--conflict-exit-code',
    String(lockHeldExitCode),
    join(root, '.cay/npm.lock'),
  ]
  const installer = [join(root, 'scripts/install-dependencies.mjs'), ...(withTests ? ['--with-tests'] : [])]
  const child = spawn('flock', [...lock, process.execPath, ...installer], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (text) => {
    output = (output + text).slice(-20_000)
  }
  child.stdout.setEncoding('utf8').on('data', keep)
  child.stderr.setEncoding('utf8').on('data', keep)
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: `flock (package util-linux): ${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Undefined where it cannot be told. */
function sizeOfDependencies() {
  const { status, stdout } = spawnSync('du', ['-sm', join(root, 'node_modules')], { encoding: 'utf8' })
  return status === 0 ? `${Number.parseInt(stdout, 10)} MB` : undefined
}

async function timedStep(head, task) {
  const startedMs = Date.now()
  const isTerminal = process.stdout.isTTY === true
  const elapsed = () =>
    `${((Date.now() - startedMs) / 1000).toFixed(startedMs + 10_000 > Date.now() ? 1 : 0)} s`
  const rewrite = isTerminal ? '\r\u001b[2K' : ''
  process.stdout.write(isTerminal ? head : `${head}\n`)
  const tick = () => process.stdout.write(`${rewrite}${head} ${elapsed()}${isTerminal ? '' : '\n'}`)
  const timer = setInterval(tick, isTerminal ? 1000 : 10_000)
  try {
    const outcome = await task((text) => process.stdout.write(`${rewrite}      ${text}\n`))
    process.stdout.write(`${rewrite}${head} ${elapsed()}, ${outcome}\n`)
  } finally {
    clearInterval(timer)
  }
}
