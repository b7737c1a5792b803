/**
 * Passes a stream on that says something at least every `idleMs`; when it does not, it is taken for broken: the
 * stream's signal is aborted with an error that says so. The caller's signal ends it as well.
 */
export interface IdleTimeout<T> {
  readonly open: (signal: AbortSignal) => AsyncIterable<T>
  readonly idleMs: number
  readonly signal: AbortSignal
}

export async function* withIdleTimeout<T>({ open, idleMs, signal }: IdleTimeout<T>): AsyncGenerator<T> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(new Error(`no word for ${idleMs} ms`)), idleMs)
  try {
    for await (const item of open(AbortSignal.any([signal, silence.signal]))) {
      timer.refresh()
      yield item
    }
  } finally {
    clearTimeout(timer)
  }
}
