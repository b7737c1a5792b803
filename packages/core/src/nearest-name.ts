/** The name that was probably meant; undefined when none is similar. */
export function findNearestName(given: string, names: readonly string[]): string | undefined {
  const distances = names.map((name) => ({ name, distance: editDistance(given, name) }))
  const nearest = distances.reduce<{ name: string; distance: number } | undefined>(
    (best, each) => (best === undefined || each.distance < best.distance ? each : best),
    undefined,
  )
  return nearest !== undefined && nearest.distance <= distanceMax(given) ? nearest.name : undefined
}

/** A third of the characters may be wrong. */
function distanceMax(given: string): number {
  return Math.max(2, Math.floor(given.length / 3))
}

/** Number of characters to insert, delete or replace, and of neighbours to swap, that turn one text into the other. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}
