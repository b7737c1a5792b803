/** Whether this machine can give the memory of frozen sandboxes to zram. */
import { access, constants, readdir, readFile } from 'node:fs/promises'
import { parseSwaps, type SwapArea, type SwapFacts, whyNoSwap } from '@cay/core/swap/support.ts'
import { type Environment, SettingError } from '../settings.ts'
import { readSetting } from '../settings-table.ts'
import { run, ToolError } from './run.ts'

const zramControl = '/sys/class/zram-control'
const cgroupRoot = '/sys/fs/cgroup'

/** Read-only. */
export async function readSwapFacts(): Promise<SwapFacts> {
  const isThere = await canRead(`${zramControl}/hot_remove`)
  return {
    zram: isThere ? 'present' : (await canLoad()) ? 'loadable' : 'absent',
    isWritable: !isThere || (await isAllowed(`${zramControl}/hot_remove`, constants.W_OK)),
    limits: await readLimits(),
  }
}

/**
 * Loads the module where swap is asked for: the node has no right to. Throws SettingError, with the reason, when this machine
 * cannot have it.
 */
export async function ensureSwapSupport(env: Environment): Promise<void> {
  const mode = readSetting(env, 'CAY_SWAP_FROZEN')
  if (mode === 'off') return
  const reason = whyNoSwap(await readSwapFacts()) ?? (await loadModule())
  if (reason !== undefined) throw new SettingError('CAY_SWAP_FROZEN', mode, reason)
}

/** Why it could not be loaded. */
async function loadModule(): Promise<string | undefined> {
  if (await canRead(zramControl)) return undefined
  try {
    await run(['modprobe', 'zram', 'num_devices=0'])
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return `the module zram cannot be loaded: ${error.message.split('\n')[0]}`
  }
  return (await canRead(zramControl)) ? undefined : 'the module zram makes no devices here'
}

/** The swap areas of the machine. */
export async function readSwapAreas(): Promise<readonly SwapArea[]> {
  return parseSwaps(await readFile('/proc/swaps', 'utf8'))
}

async function canLoad(): Promise<boolean> {
  return await run(['modprobe', '--dry-run', '--quiet', 'zram']).then(
    () => true,
    // There is no such module, or nothing that would load it.
    () => false,
  )
}

/** Whether the groups of sandboxes can limit swap and be told to use it. */
async function readLimits(): Promise<SwapFacts['limits']> {
  if (await canRead(`${cgroupRoot}/memory/memory.limit_in_bytes`))
    return (await canRead(`${cgroupRoot}/memory/memory.memsw.limit_in_bytes`)) ? 'enough' : 'no-swap-limit'
  for (const group of await groupsBelow(cgroupRoot)) {
    if (!(await canRead(`${group}/memory.current`))) continue
    if (!(await canRead(`${group}/memory.swap.max`))) return 'no-swap-limit'
    return (await canRead(`${group}/memory.reclaim`)) ? 'enough' : 'no-reclaim'
  }
  return 'unknown'
}

/** The root itself is a group with limits only where it is that of a container. */
async function groupsBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => [])
  return [root, ...entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${root}/${name}`)]
}

const canRead = (path: string) => isAllowed(path, constants.F_OK)

async function isAllowed(path: string, mode: number): Promise<boolean> {
  return await access(path, mode).then(
    () => true,
    // Whatever the reason, it cannot be used.
    () => false,
  )
}
