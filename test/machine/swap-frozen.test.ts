/**
 * With CAY_SWAP_FROZEN=zram frozen sandboxes give their memory away, and nobody in them notices. It changes the swap of the
 * whole machine while it runs, and leaves none behind.
 */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { whyNoSwap } from '@cay/core/swap/support.ts'
import { swapOutWorthBytes } from '@cay/core/swap/swap-out.ts'
import { readSwapFacts } from '@cay/kit/host/swap-support.ts'
import { installationsMax } from '@cay/kit/service-users.ts'
import { swappableBytes } from '@cay/orchestrator/dialect/metrics/cgroup-usage.ts'
import { removeSwapDevice } from '@cay/orchestrator/edge/container/zram-swap.ts'
import { HostUsage } from '@cay/orchestrator/edge/metrics/sandbox-usage.ts'
import { FileRecords } from '@cay/orchestrator/edge/sandbox/file-records.ts'
import { machineLayout } from '@cay/orchestrator/wiring/wire-machine.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { installationNumber } from '../support/machine-state.ts'
import { programEnvironment } from '../support/program-environment.ts'
import { StandaloneOrchestrator } from '../support/standalone-orchestrator.ts'

const execute = promisify(execFile)
const mib = 2 ** 20
const patience = { timeout: 90_000, interval: 200 }
const pollEveryMs = 250
/** The kernel may reclaim no more although there is more; then the node leaves the sandbox as it is. */
const steadyPollsMin = 20
const settings = { CAY_SWAP_FROZEN: 'zram', CAY_FREEZE_AFTER_SECONDS: '1' }
const lacking = whyNoSwap(await readSwapFacts())

describe('swap for frozen sandboxes', () => {
  let node: StandaloneOrchestrator
  let devicesBefore: string[]
  let number: number

  beforeEach((context) => {
    if (lacking !== undefined) context.skip(lacking)
  })

  beforeAll(async () => {
    if (lacking !== undefined) return
    node = await StandaloneOrchestrator.start('swap')
    await node.stop()
    devicesBefore = zramDevices()
    await node.start(settings)
    number = installationNumber(node.dataDir) ?? -1
  })

  afterAll(async () => {
    await node?.remove()
  })

  type Sandbox = Awaited<ReturnType<StandaloneOrchestrator['create']>>
  /** Nobody wakes the first. */
  let swapped: Record<'little' | 'file' | 'much', Sandbox>

  async function groupOf({ sandboxId }: Sandbox): Promise<string> {
    const { records } = await new FileRecords(machineLayout(node.dataDir)).list()
    const id = records.find(({ claim }) => claim?.sandboxId === sandboxId)?.container.id
    return `cay${number}/${id}`
  }

  /** Leaves no connection behind, so that it can be frozen. */
  async function outputOf(sandbox: Sandbox, command: string): Promise<string> {
    const guest = node.guest(sandbox)
    try {
      const { exitCode, stdout, stderr } = await guest.runCommand('root', command)
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 })
      return stdout
    } finally {
      guest.close()
    }
  }

  /** All of them: while the node is busy with one, it may have left another half-way. */
  async function untilSwapped(sandboxes: readonly Sandbox[]): Promise<void> {
    const groups = await Promise.all(sandboxes.map(groupOf))
    const lasts = groups.map(() => ({ bytes: 0, polls: 0 }))
    const isSettled = (group: string, index: number) => {
      const { memoryBytes, swapBytes } = memoryOf(group)
      const last = lasts[index]
      const polls = last?.bytes === memoryBytes ? last.polls + 1 : 0
      lasts[index] = { bytes: memoryBytes, polls }
      const isThrough = swappableBytes(inGroup(group, 'memory.stat')) < swapOutWorthBytes
      return swapBytes > 10 * mib && (isThrough || polls >= steadyPollsMin)
    }
    // Called by a hook as well, where `expect.poll` cannot be.
    const areSettled = () => groups.map(isSettled).every(Boolean)
    await vi.waitUntil(areSettled, { timeout: 200_000, interval: pollEveryMs })
  }

  /** Its memory would be swapped out again while others wait for their turn. */
  async function kill({ sandboxId }: Sandbox): Promise<void> {
    await node.client.killSandbox({ sandboxId })
  }

  describe('once they are swapped out, of sandboxes that were frozen together', () => {
    const contents: Record<keyof typeof swapped, string> = {
      little: 'true',
      file: 'head -c 64M /dev/urandom > /dev/shm/x && sha256sum /dev/shm/x > /home/user/sum',
      much: 'head -c 150M /dev/urandom > /dev/shm/x',
    }

    beforeAll(async () => {
      if (lacking !== undefined) return
      const little = await node.create({ timeoutSeconds: 3_600 })
      swapped = { little, file: await node.create(), much: await node.create() }
      for (const name of ['little', 'file', 'much'] as const)
        await outputOf(swapped[name], `${contents[name]} || exit 1`)
      await untilSwapped(Object.values(swapped))
    })

    test('one takes less than 20 MiB of the machine, and its metrics say what it holds', async () => {
      const { memoryBytes, swapBytes } = memoryOf(await groupOf(swapped.little))
      expect(memoryBytes).toBeLessThan(20 * mib)
      const said = await metricsOf(swapped.little)
      expect(said).toBeGreaterThan(swapBytes)
      expect(said).toBeLessThanOrEqual(memoryBytes + swapBytes)
    })

    test('who wakes one finds its files and its memory as they were', async () => {
      expect(memoryOf(await groupOf(swapped.file)).swapBytes).toBeGreaterThan(64 * mib)
      expect(await outputOf(swapped.file, 'sha256sum --check /home/user/sum')).toBe('/dev/shm/x: OK\n')
      await kill(swapped.file)
    })

    test('the limit of memory holds for what is in swap, too', async () => {
      const group = await groupOf(swapped.much)
      expect(memoryOf(group).swapBytes).toBeGreaterThan(150 * mib)
      const hog = "python3 -c 'x = bytearray(1500 * 1024 * 1024); print(len(x))'; echo alive"
      expect(await outputOf(swapped.much, hog)).toBe('alive\n')
      const { memoryBytes, swapBytes, limitBytes } = memoryOf(group)
      expect(memoryBytes + swapBytes).toBeLessThanOrEqual(limitBytes)
      expect(mayGrowBySwap(group)).toBe(false)
      await kill(swapped.much)
    })
  })

  test('a node that is killed amid it finds its device and its sandboxes, twice in a row', async () => {
    const sandbox = await node.create()
    const group = await groupOf(sandbox)
    const devices = zramDevices()
    const { limitBytes } = memoryOf(group)
    for (let round = 0; round < 2; round++) {
      await outputOf(sandbox, 'head -c 200M /dev/urandom > /dev/shm/x')
      const untouched = memoryOf(group).swapBytes
      await expect.poll(() => memoryOf(group).swapBytes, patience).toBeGreaterThan(untouched + 8 * mib)
      await node.stop('SIGKILL')
      await node.start(settings)
      expect(zramDevices()).toEqual(devices)
      expect(memoryOf(group).limitBytes).toBe(limitBytes)
      expect(await outputOf(sandbox, 'echo alive')).toBe('alive\n')
    }
    await kill(sandbox)
  })

  test('without the setting the next start gives everything back and removes the device', {
    timeout: 400_000,
  }, async () => {
    const { little } = swapped
    await untilSwapped([little])
    await node.stop()
    await node.start()
    await expect.poll(zramDevices, patience).toEqual(devicesBefore)
    expect(memoryOf(await groupOf(little)).swapBytes).toBe(0)
    expect(await outputOf(little, 'echo alive')).toBe('alive\n')
    await kill(little)
  })

  test('cay down removes the device of a node that was killed, and nothing of it is left', {
    timeout: 400_000,
  }, async () => {
    await node.stop()
    await node.start(settings)
    const sandbox = await node.create()
    await outputOf(sandbox, 'true')
    await untilSwapped([sandbox])
    await node.stop('SIGKILL')
    await node.installation.down()
    expect(zramDevices()).toEqual(devicesBefore)
    expect(existsSync(`/run/cay/swap-${number}`)).toBe(false)
  })

  async function metricsOf(sandbox: Sandbox): Promise<number> {
    const { records } = await new FileRecords(machineLayout(node.dataDir)).list()
    const record = records.find(({ claim }) => claim?.sandboxId === sandbox.sandboxId)
    const reading = record && (await new HostUsage((id) => `/cay${number}/${id}`).read(record))
    return reading?.memoryUsedBytes ?? Number.NaN
  }
})

describe('of a node that was killed while it made its device', () => {
  /** One that no installation of a test has. */
  const number = installationsMax - 1
  const claim = `/run/cay/swap-${number}`

  beforeEach((context) => {
    if (lacking !== undefined) context.skip(lacking)
  })

  const addDevice = () => `zram${readFileSync('/sys/class/zram-control/hot_add', 'utf8').trim()}`

  test.each(['adding', 'preparing'])('nothing is left, when it was %s it', async (state) => {
    const others = zramDevices()
    const device = addDevice()
    if (state === 'preparing') writeFileSync(`/sys/block/${device}/disksize`, String(64 * mib))
    writeFileSync(claim, JSON.stringify({ state, others, device }))
    expect(await removeSwapDevice(number)).toBe(true)
    expect(zramDevices()).toEqual(others)
    expect(existsSync(claim)).toBe(false)
  })

  test('a device that somebody else has by now stays', async () => {
    const device = addDevice()
    try {
      writeFileSync(`/sys/block/${device}/disksize`, String(64 * mib))
      writeFileSync(claim, JSON.stringify({ state: 'ready', device }))
      await removeSwapDevice(number)
      expect(zramDevices()).toContain(device)
    } finally {
      writeFileSync('/sys/class/zram-control/hot_remove', device.slice('zram'.length))
    }
  })
})

describe('where zram devices cannot be made', () => {
  const readOnly = 'mount --bind /sys/class /sys/class && mount -o remount,ro,bind /sys/class && exec "$@"'
  const hidden = 'mount -t tmpfs none /sys/class && exec "$@"'
  const env = {
    ...programEnvironment(),
    CAY_DATA_DIR: '/tmp/cay-that-is-not-there',
    CAY_SWAP_FROZEN: 'zram',
  }

  /** Where /sys shows no devices of zram, or cannot be written. */
  async function runThere(script: string, ...args: string[]) {
    const argv = ['--mount', 'sh', '-c', script, 'sh', process.execPath, ...args]
    return await execute('unshare', argv, { env }).then(
      ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
      ({ stdout, stderr, code }: { stdout: string; stderr: string; code: number }) => ({
        stdout,
        stderr,
        code,
      }),
    )
  }

  test.each([
    ['cay up', ['packages/cli/src/main.ts', 'up']],
    ['the node', ['packages/orchestrator/src/main.ts']],
  ])('%s refuses the setting with the reason', async (_, args) => {
    const { stderr, code } = await runThere(readOnly, ...args)
    expect(stderr).toMatch(/CAY_SWAP_FROZEN="zram" is not valid: zram devices cannot be made here: .*\n$/)
    expect(code).toBe(78)
    expect(existsSync(env.CAY_DATA_DIR)).toBe(false)
  })

  test('cay doctor names it as a problem', async () => {
    const { stdout, code } = await runThere(hidden, 'packages/cli/src/main.ts', 'doctor')
    expect(stdout).toMatch(/problem +swap +CAY_SWAP_FROZEN: .*zram/)
    expect(code).toBe(1)
  })
})

function zramDevices(): string[] {
  return readdirSync('/sys/block')
    .filter((name) => name.startsWith('zram'))
    .sort()
}

interface GroupMemory {
  readonly memoryBytes: number
  readonly swapBytes: number
  readonly limitBytes: number
}

const cgroups = '/sys/fs/cgroup'
const isV1 = existsSync(`${cgroups}/memory`)
const inGroup = (group: string, file: string) =>
  readFileSync(`${cgroups}/${isV1 ? 'memory/' : ''}${group}/${file}`, 'utf8')

function memoryOf(group: string): GroupMemory {
  if (!isV1) {
    const numberIn = (file: string) => Number(inGroup(group, file))
    return {
      memoryBytes: numberIn('memory.current'),
      swapBytes: numberIn('memory.swap.current'),
      limitBytes: numberIn('memory.max'),
    }
  }
  const swap = /^total_swap (\d+)$/m.exec(inGroup(group, 'memory.stat'))
  return {
    memoryBytes: Number(inGroup(group, 'memory.usage_in_bytes')),
    swapBytes: Number(swap?.[1] ?? 0),
    limitBytes: Number(inGroup(group, 'memory.limit_in_bytes')),
  }
}

/** While it is awake. */
function mayGrowBySwap(group: string): boolean {
  if (!isV1) return inGroup(group, 'memory.swap.max').trim() !== '0'
  return inGroup(group, 'memory.memsw.limit_in_bytes') !== inGroup(group, 'memory.limit_in_bytes')
}
