/**
 * Passes a stream on and aborts its signal when no item arrives for `idleMs`: a stream with keepalives that falls silent is
 * broken. The caller's signal ends it as well.
 */
export interface IdleTimeout<T> {
  readonly open: (signal: AbortSignal) => AsyncIterable<T>
  readonly idleMs: number
  readonly signal: AbortSignal
}

export async function* withIdleTimeout<T>({ open, idleMs, signal }: IdleTimeout<T>): AsyncGenerator<T> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(new Error(`no message for ${idleMs} ms`)), idleMs)
  try {
    for await (const item of open(AbortSignal.any([signal, silence.signal]))) {
      timer.refresh()
      yield item
    }
  } finally {
    clearTimeout(timer)
  }
}
