/** All pages of a list. */
export interface Page<T> {
  readonly data: readonly T[]
  readonly nextToken: string | undefined
}

export async function readPages<T>(
  read: (query: { limit: number; nextToken?: string }) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const all: T[] = []
  let nextToken: string | undefined
  do {
    const page = await read({ limit: 100, ...(nextToken === undefined ? {} : { nextToken }) })
    all.push(...page.data)
    nextToken = page.nextToken
  } while (nextToken !== undefined)
  return all
}
