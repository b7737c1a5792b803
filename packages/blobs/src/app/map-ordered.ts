/** Runs up to `atOnce` tasks at once and yields their results in the order of the items. */
export async function* mapOrdered<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  atOnce: number,
  task: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = []
  try {
    for await (const item of items) {
      const begun = task(item)
      // It may fail while the next item is waited for, and is asked for its result later.
      begun.catch(() => undefined)
      running.push(begun)
      if (running.length >= atOnce) yield await next(running)
    }
    while (running.length > 0) yield await next(running)
  } finally {
    // After a failure nothing of this goes on in the background.
    await Promise.allSettled(running)
  }
}

/** The oldest stays in the list until it has ended. */
async function next<Result>(running: Promise<Result>[]): Promise<Result> {
  const [oldest] = running
  if (oldest === undefined) throw new Error('no task is running')
  const result = await oldest
  running.shift()
  return result
}

/** Runs the task for every item, up to `atOnce` at once; after the first failure it starts no more and throws that. */
export async function forEachParallel<Item>(
  items: Iterable<Item>,
  atOnce: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]()
  const failures: unknown[] = []
  const work = async () => {
    while (failures.length === 0) {
      const { value, done } = queue.next()
      if (done === true) return
      await task(value).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (failures.length > 0) throw failures[0]
}
