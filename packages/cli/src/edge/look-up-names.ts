import { lookup } from 'node:dns/promises'
import { setTimeout } from 'node:timers/promises'

const lookupMsMax = 3000

/** Those of the names that lead nowhere, as every program of this machine would find. Resolvers that are silent count as that. */
export async function findUnknownNames(names: readonly string[]): Promise<string[]> {
  const found = await Promise.all(names.map(isKnown))
  return names.filter((_, index) => found[index] !== true)
}

async function isKnown(name: string): Promise<boolean> {
  const late = new AbortController()
  const silence = setTimeout(lookupMsMax, false, { signal: late.signal, ref: false }).catch(() => false)
  const answer = lookup(name).then(
    () => true,
    () => false,
  )
  const isFound = await Promise.race([answer, silence])
  late.abort()
  return isFound
}
