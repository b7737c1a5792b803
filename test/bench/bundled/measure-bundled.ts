/** Templates that come with Cay: how long each takes to build, and what an idle sandbox of it holds. */
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Sandbox } from 'e2b'
import { sandboxGroups } from '../lifecycle/idle.ts'
import { usageOf } from '../lifecycle/usage.ts'
import type { Measured, Measurement } from '../measured.ts'
import { type OwnInstallation, withInstallation } from '../own-installation.ts'
import { timed } from '../rounds.ts'
import { median } from '../statistics.ts'

const execute = promisify(execFile)
const inClone = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** What root runs first in a sandbox whose template starts nothing by itself. */
const started: Readonly<Record<string, string>> = {
  'mcp-gateway': "GATEWAY_ACCESS_TOKEN=token mcp-gateway --config '{}'",
}
const turnsMax = 5
const settleMs = 2000
const mib = 2 ** 20

export const insideBundledFigures = `
  build  \`cay template build NAME\` with Debian's packages from the mirror of this machine and nothing in its cache. The base template
         is there before.
  idle   memory of the sandbox's cgroup two seconds after \`commands.run('true')\`, without pages of files that nobody uses.
         The gateway of \`mcp-gateway\` runs then, without a server.`

export async function measureBundled({ turns, signal, tell }: Measurement): Promise<Measured> {
  return await withInstallation({ CAY_POOL_SIZE: '0', CAY_POOL_CREATED: '0' }, async (own) => {
    const readings = []
    for (const alias of (await readdir(inClone('templates'))).sort()) {
      signal.throwIfAborted()
      if (alias !== 'base') {
        tell(`      building ${alias}`)
        const buildMs = await timed(() => buildRecipe(own, alias))
        readings.push({ name: `build of ${alias}`, value: buildMs / 1000, unit: 's' })
      }
      const samples: number[] = []
      for (let turn = 0; turn < Math.min(turns, turnsMax); turn++) samples.push(await idleMemory(own, alias))
      readings.push({ name: `idle sandbox of ${alias}: memory`, value: median(samples), unit: 'MiB' })
    }
    return { figures: [], readings, notes: [] }
  })
}

async function buildRecipe({ dataDir }: OwnInstallation, alias: string): Promise<void> {
  const env = { ...process.env, CAY_DATA_DIR: dataDir }
  await execute(process.execPath, [inClone('packages/cli/src/main.ts'), 'template', 'build', alias], { env })
}

async function idleMemory(own: OwnInstallation, alias: string): Promise<number> {
  const sandbox = await Sandbox.create(alias)
  try {
    await sandbox.commands.run(started[alias] ?? 'true', { user: 'root' })
    await new Promise((resolve) => setTimeout(resolve, settleMs))
    const groups = await sandboxGroups(own)
    return Math.max(...groups.map((group) => usageOf(group).memoryBytes)) / mib
  } finally {
    await sandbox.kill()
  }
}
