import { readFile } from 'node:fs/promises'
import { machine } from 'node:os'
import { parseCpuFeatures } from '@cay/core/placement/cpu-features.ts'
import type { JoinCall } from '../ports/join.ts'

const ownPackage = new URL('../../package.json', import.meta.url)

/** What a cluster asks of a machine. */
export async function readMachine(
  name: string,
): Promise<Pick<JoinCall, 'name' | 'version' | 'arch' | 'cpuFeatures'>> {
  const [cpuinfo, manifest] = await Promise.all([
    readFile('/proc/cpuinfo', 'utf8'),
    readFile(ownPackage, 'utf8'),
  ])
  const parsed: unknown = JSON.parse(manifest)
  const version =
    typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : ''
  const cpuFeatures = parseCpuFeatures(cpuinfo).split(' ').filter(Boolean)
  return { name, version, arch: machine(), cpuFeatures }
}
