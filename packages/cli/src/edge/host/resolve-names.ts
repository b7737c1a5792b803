import { lookup } from 'node:dns/promises'
import { setTimeout } from 'node:timers/promises'

const lookupMsMax = 3000

/** The names that do not resolve on this machine, for any program that asks the system. A resolver that is silent counts as that. */
export async function findUnresolvedNames(names: readonly string[]): Promise<string[]> {
  const found = await Promise.all(names.map(resolves))
  return names.filter((_, index) => found[index] !== true)
}

async function resolves(name: string): Promise<boolean> {
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
