/** A value that views follow. */
import { useEffect, useState } from 'preact/hooks'

export interface Store<T> {
  get(): T
  set(value: T): void
  /** Returns what ends it. */
  follow(onChange: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  let current = initial
  const followers = new Set<() => void>()
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const onChange of followers) onChange()
    },
    follow(onChange) {
      followers.add(onChange)
      return () => followers.delete(onChange)
    },
  }
}

export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(store.get())
  useEffect(() => {
    const update = () => setValue(() => store.get())
    update()
    return store.follow(update)
  }, [store])
  return value
}
