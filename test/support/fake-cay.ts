/** A clone of a repository whose Cay is a program of a few lines, which records itself as `cay up` does. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readUpFile } from '@cay/cli/edge/service/up-file.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { identifyProcess } from '@cay/kit/host/process-identity.ts'
import { run } from '@cay/kit/host/run.ts'
import { startDetached } from '@cay/kit/host/start-detached.ts'
import { stopProcess } from '@cay/kit/host/stop-process.ts'
import { expect, onTestFinished } from 'vitest'

/** How a version behaves. */
export type Mode = 'good' | 'ends' | 'hangs' | 'refuses settings' | 'lacks packages'

const main = `import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
const { version, mode } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const [verb] = process.argv.slice(2)
if (verb === 'doctor') {
  if (mode === 'refuses settings') console.log('CAY_DOMAIN is wrong')
  process.exit(mode === 'refuses settings' ? 78 : 0)
}
const run = process.env.CAY_DATA_DIR + '/run'
appendFileSync(run + '/pids', process.pid + '\\n')
if (mode === 'ends') process.exit(1)
process.on('SIGTERM', () => process.exit(0))
const startTicks = Number(readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')[19])
const listening = mode === 'hangs' ? {} : { api: [version, process.env.CAY_DOMAIN, ...process.argv.slice(2)].join(' ') }
writeFileSync(run + '/up.json', JSON.stringify({ supervisor: { pid: process.pid, startTicks }, services: {}, listening }))
setInterval(() => undefined, 1000)
`
const install = `import { appendFileSync, readFileSync } from 'node:fs'
const { version, mode } = JSON.parse(readFileSync(new URL('../packages/cli/package.json', import.meta.url), 'utf8'))
appendFileSync(process.env.INSTALLED, version + '\\n')
if (mode === 'lacks packages') { console.error('no such package'); process.exit(1) }
`

export async function makeFakeCay() {
  const root = mkdtempSync(join(tmpdir(), 'cay-upgrade-'))
  const origin = join(root, 'origin')
  const clone = join(root, 'clone')
  const dataDir = join(root, 'data')
  const layout = dataLayout(dataDir)
  for (const path of [layout.run, layout.logs, join(origin, 'packages/cli/src'), join(origin, 'scripts')])
    mkdirSync(path, { recursive: true })
  onTestFinished(async () => {
    for (const pid of readLines(`${layout.run}/pids`).map(Number)) {
      const identity = identifyProcess(pid)
      if (identity !== undefined) await stopProcess(identity, 5000)
    }
    // A program that was stopped may have left one behind that still writes.
    rmSync(root, { recursive: true, maxRetries: 10, retryDelay: 100 })
  })
  const installed = join(root, 'installed')
  const who = {
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@b.test',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@b.test',
  }
  const env = {
    ...who,
    ...{ PATH: process.env.PATH ?? '', HOME: root, GIT_CONFIG_NOSYSTEM: '1' },
    ...{ CAY_DATA_DIR: dataDir, CAY_DOMAIN: 'cay.test', INSTALLED: installed },
  }
  const git = async (directory: string, ...args: string[]) =>
    (await run(['git', '-C', directory, ...args], { env })).stdout.trim()
  /** Commits a version to the repository that the clone is of, and tags it. */
  const release = async (version: string, mode: Mode = 'good') => {
    writeFileSync(
      join(origin, 'packages/cli/package.json'),
      JSON.stringify({ type: 'module', version, mode }, null, 2),
    )
    await git(origin, 'add', '.')
    await git(origin, 'commit', '--quiet', '-m', version)
    await git(origin, 'tag', `v${version}`)
  }
  await git(root, 'init', '--quiet', '--initial-branch=main', origin)
  writeFileSync(join(origin, 'packages/cli/src/main.ts'), main)
  writeFileSync(join(origin, 'scripts/install-dependencies.mjs'), install)
  await release('0.1.0')
  await git(root, 'clone', '--quiet', origin, clone)
  const mainFile = join(clone, 'packages/cli/src/main.ts')
  /** What runs: its version, its domain and its arguments; undefined when nothing is ready. */
  const ready = async () => (await readUpFile(layout.supervisorFile))?.listening.api
  return {
    ...{ root, origin, clone, dataDir, layout, env, mainFile, release, ready },
    git: (...args: string[]) => git(clone, ...args),
    installed: () => readLines(installed),
    /** As `cay up -d --domain x.test`. */
    async startDetached() {
      const logFile = `${layout.logs}/up.log`
      startDetached({ file: mainFile, args: ['up', '--domain', 'x.test'], env, logFile })
      await expect.poll(ready).toBeDefined()
    },
    /** As systemd would. */
    startAsUnit() {
      const script = 'SYSTEMD_EXEC_PID=$$ exec "$0" "$1" up'
      return spawn('sh', ['-c', script, process.execPath, mainFile], { env, stdio: 'ignore' })
    },
  }
}

const readLines = (path: string) =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : []
