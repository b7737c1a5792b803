/** Waits for all, also when one fails; then throws what the first of them threw. */
export async function settleAll(tasks: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(tasks)
  await Promise.all(tasks)
}
