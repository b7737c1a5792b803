/** Data that is loaded again and again while a view shows it. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { pollUntil } from './poll-until.ts'

export interface Live<T> {
  /** The newest; it stays while loading it again fails. */
  readonly data: T | undefined
  readonly error: Error | undefined
  /** Loads now. */
  readonly refresh: () => void
}

export interface LiveOptions {
  readonly everyMs: number
  /** What the data depends on: a change drops it and loads anew. */
  readonly key: string
}

export function useLive<T>(
  load: (signal: AbortSignal) => Promise<T>,
  { everyMs, key }: LiveOptions,
): Live<T> {
  const [state, setState] = useState<{ data?: T; error?: Error; key: string }>({ key })
  const newest = useRef(load)
  newest.current = load
  const wake = useRef<() => void>(() => undefined)
  useEffect(() => {
    const ended = new AbortController()
    void pollUntil(ended.signal, {
      load: (signal) => newest.current(signal),
      everyMs,
      onWake: (call) => {
        wake.current = call
      },
      onData: (data) => setState({ data, key }),
      onError: (error) => setState((last) => ({ ...(last.key === key ? last : { key }), error })),
    })
    return () => ended.abort()
  }, [key, everyMs])
  const refresh = useCallback(() => wake.current(), [])
  const current = state.key === key ? state : { key }
  return { data: current.data, error: current.error, refresh }
}
