/** Lines that grow at their end; the end stays in sight until somebody scrolls away from it. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { formatTime } from '../rules/format.ts'

export interface LogLine {
  readonly id: string
  readonly timestamp: string
  readonly level: string
  readonly message: string
}

/** Pixels from the end that still count as the end. */
const endPixels = 40

export function LogLines({ label, lines }: { readonly label: string; readonly lines: readonly LogLine[] }) {
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  useLayoutEffect(() => {
    if (box.current !== null && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight
  }, [lines])
  const note = ({ currentTarget }: { readonly currentTarget: HTMLDivElement }) => {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < endPixels
  }
  const nowMs = Date.now()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys
    <div ref={box} class="log" role="log" aria-label={label} aria-live="off" tabIndex={0} onScroll={note}>
      {lines.map(({ id, timestamp, level, message }) => (
        <div key={id} class={`log-line ${level}`}>
          <time dateTime={timestamp}>{formatTime(timestamp, nowMs)}</time> <b>{level}</b> {message}
        </div>
      ))}
    </div>
  )
}
