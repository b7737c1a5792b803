import { run, ToolError } from '@cay/kit/host/run.ts'
import type { Destination, Revision } from '../../dialect/host/upgrade-plan.ts'
import type { CloneRepository } from '../../ports/upgrade-host.ts'

const fetchMsMax = 10 * 60_000
const installMsMax = 30 * 60_000

/** The work tree at `clone`, by git as whoever runs us. */
export function openCloneRepository(clone: string, env: Readonly<Record<string, string>>): CloneRepository {
  // Root may work on the clone of the user who made it: it runs its code in any case. Nobody is asked for a password.
  const own = { ...env, LC_ALL: 'C.UTF-8', GIT_TERMINAL_PROMPT: '0' }
  const git = async (args: readonly string[], more: { timeoutMs?: number; signal?: AbortSignal } = {}) => {
    const argv = ['git', '-c', `safe.directory=${clone}`, '-C', clone, ...args]
    return (await run(argv, { env: own, ...more })).stdout.trim()
  }
  /** Undefined when git says no. */
  const ask = (...args: string[]) => git(args).catch(refused)
  return {
    async inspect() {
      const top = await ask('rev-parse', '--show-toplevel')
      const commit = top === clone ? await ask('rev-parse', '--verify', '--quiet', 'HEAD') : undefined
      if (commit === undefined) return { clone, head: undefined, branch: undefined, changes: [] }
      const changed = await git(['-c', 'core.quotePath=false', 'diff', '--name-only', 'HEAD'])
      return {
        clone,
        head: { commit, version: await versionAt(git, commit) },
        branch: await ask('symbolic-ref', '--quiet', '--short', 'HEAD'),
        changes: changed.split('\n').filter((path) => path !== ''),
      }
    },
    async fetch(signal) {
      const branch = await ask('symbolic-ref', '--quiet', '--short', 'HEAD')
      const followed =
        branch === undefined ? undefined : await ask('config', '--get', `branch.${branch}.remote`)
      const remotes = (await git(['remote'])).split('\n').filter((name) => name !== '')
      const remote =
        remotes.find((name) => name === followed) ?? remotes.find((name) => name === 'origin') ?? remotes[0]
      if (remote !== undefined) await git(['fetch', '--quiet', remote], { timeoutMs: fetchMsMax, signal })
      return remote
    },
    async resolve(candidates) {
      for (const candidate of candidates) {
        const commit = await ask('rev-parse', '--verify', '--quiet', `${candidate}^{commit}`)
        if (commit !== undefined) return await describeDestination(git, commit)
      }
      return undefined
    },
    async moveTo(commit, { staysOnBranch }) {
      await git(
        staysOnBranch
          ? ['merge', '--quiet', '--ff-only', commit]
          : ['checkout', '--quiet', '--detach', commit],
      )
    },
    async moveBack({ head, branch }) {
      if (head === undefined) return
      if (branch === undefined) await git(['checkout', '--quiet', '--detach', head.commit])
      else if ((await ask('symbolic-ref', '--quiet', '--short', 'HEAD')) === branch)
        await git(['reset', '--quiet', '--keep', head.commit])
      else await git(['checkout', '--quiet', branch])
    },
    async installPackages(signal) {
      const argv = [process.execPath, `${clone}/scripts/install-dependencies.mjs`]
      const options = { env, cwd: clone, timeoutMs: installMsMax }
      await run(argv, signal === undefined ? options : { ...options, signal })
    },
  }
}

type Git = (args: readonly string[]) => Promise<string>

async function describeDestination(git: Git, commit: string): Promise<Destination> {
  const counts = await git(['rev-list', '--left-right', '--count', `HEAD...${commit}`])
  const [dropped = 0, added = 0] = counts.split(/\s+/).map(Number)
  return { commit, version: await versionAt(git, commit), added, dropped }
}

async function versionAt(git: Git, commit: string): Promise<Revision['version']> {
  const text = await git(['show', `${commit}:packages/cli/package.json`]).catch(refused)
  return /"version":\s*"([^"]+)"/.exec(text ?? '')?.[1] ?? 'a version that does not say its number'
}

/** git was there, and had a reason. */
function refused(error: unknown): undefined {
  if (error instanceof ToolError && error.exitCode !== null) return undefined
  throw error
}
