/** Keys that do something anywhere but in a field, a terminal or a dialog. */
import { useLayoutEffect, useRef } from 'preact/hooks'

/** A key, or `g` and a key after it. */
export type Shortcuts = Readonly<Record<string, () => void>>

const sequenceMsMax = 1500

export function useShortcuts(shortcuts: Shortcuts): void {
  const newest = useRef(shortcuts)
  newest.current = shortcuts
  // From the moment that the view can be seen: a key that is pressed then counts.
  useLayoutEffect(() => {
    let prefix = ''
    let pressedAtMs = 0
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
      // A busy page gets to a key later than it was pressed.
      if (event.timeStamp - pressedAtMs > sequenceMsMax) prefix = ''
      pressedAtMs = event.timeStamp
      const action = newest.current[`${prefix}${event.key}`]
      prefix = event.key === 'g' && prefix === '' ? 'g ' : ''
      if (action === undefined) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function isTaken(target: EventTarget | null): boolean {
  // What has the focus in a dialog may be nothing.
  if (document.querySelector('dialog[open]') !== null) return true
  return target instanceof Element && target.closest('input, textarea, select, .xterm') !== null
}
