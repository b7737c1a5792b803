/**
 * The next step towards the planned pool: the cheapest one that helps the next create most. It is stateless: each
 * decision uses the current stock only.
 */
import type { PoolShare } from './plan.ts'

/** The waiting containers of one build. */
export interface PoolStock {
  readonly buildId: string
  readonly thawed: number
  readonly frozen: number
  /** Number of containers being made. */
  readonly making: number
}

export type PoolStep =
  | { readonly kind: 'thaw' | 'freeze' | 'remove' | 'make'; readonly buildId: string }
  | { readonly kind: 'none' }

export function decidePoolStep(shares: readonly PoolShare[], stocks: readonly PoolStock[]): PoolStep {
  const stockOf = (buildId: string): PoolStock =>
    stocks.find((one) => one.buildId === buildId) ?? { buildId, thawed: 0, frozen: 0, making: 0 }
  const shareOf = (buildId: string): PoolShare =>
    shares.find((one) => one.buildId === buildId) ?? { buildId, size: 0, thawed: 0 }
  const surplus = stocks.find((stock) => ready(stock) > shareOf(stock.buildId).size)
  if (surplus !== undefined) return { kind: 'remove', buildId: surplus.buildId }
  for (const { buildId, thawed } of shares) {
    const stock = stockOf(buildId)
    if (stock.thawed < thawed && stock.frozen > 0) return { kind: 'thaw', buildId }
    if (stock.thawed > thawed) return { kind: 'freeze', buildId }
  }
  const lacking = shares.filter(({ buildId, size }) => coming(stockOf(buildId)) < size)
  const [first] = lacking.toSorted((a, b) => coming(stockOf(a.buildId)) - coming(stockOf(b.buildId)))
  return first === undefined ? { kind: 'none' } : { kind: 'make', buildId: first.buildId }
}

function ready({ thawed, frozen }: PoolStock): number {
  return thawed + frozen
}

function coming(stock: PoolStock): number {
  return ready(stock) + stock.making
}
