/** Where builds have spent their time, as the node says in its log. */
import { readFile } from 'node:fs/promises'
import { median } from './statistics.ts'

/** A sentence with the median of each part, in milliseconds; builds that were taken from what is kept do not count. */
export async function describeBuildParts(dataDir: string): Promise<string> {
  const lines = (await readFile(`${dataDir}/logs/orchestrator.log`, 'utf8')).split('\n')
  const builds = lines.flatMap(partsIn).filter((parts) => parts.has('image'))
  const names = [...new Set(builds.flatMap((parts) => [...parts.keys()]))]
  const medians = names.map((name) => {
    const samples = builds.flatMap((parts) => parts.get(name) ?? [])
    return `${name} ${Math.round(median(samples))}`
  })
  return `parts of ${builds.length} builds, ms (steps are with open; close is beside image): ${medians.join(', ')}`
}

function partsIn(line: string): Map<string, number>[] {
  if (!line.includes('"tookMs"')) return []
  const { tookMs } = JSON.parse(line) as { tookMs: Readonly<Record<string, number>> }
  return [new Map(Object.entries(tookMs))]
}
