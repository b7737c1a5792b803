/** What stands where data is not, or not yet. */
import type { ComponentChildren } from 'preact'
import type { Live } from '../use-live.ts'
import { Outdated } from './outdated.tsx'

export function Loading() {
  return (
    <p class="state" role="status">
      Loading…
    </p>
  )
}

export function Empty({
  title,
  children,
}: {
  readonly title: string
  readonly children?: ComponentChildren
}) {
  return (
    <div class="state">
      <p class="state-title">{title}</p>
      {children}
    </div>
  )
}

export function Failure({ error, onRetry }: { readonly error: Error; readonly onRetry?: () => void }) {
  return (
    <div class="state failure" role="alert">
      <p class="state-title">{error.message}</p>
      {onRetry === undefined ? null : (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}

export interface LoadedProps<T> {
  readonly live: Live<T>
  readonly children: (data: T) => ComponentChildren
}

/** The data, or why there is none; the banner of the page says so when the data may be old. */
export function Loaded<T>({ live, children }: LoadedProps<T>) {
  if (live.data !== undefined)
    return (
      <>
        <Outdated error={live.error} />
        {children(live.data)}
      </>
    )
  return live.error === undefined ? <Loading /> : <Failure error={live.error} onRetry={live.refresh} />
}
