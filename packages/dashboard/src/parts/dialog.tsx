import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

export interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** Modal: the browser keeps the focus inside, and returns it afterwards. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const isLeft = useRef(false)
  // Not later: what an effect leaves behind is undone when the dialog was removed.
  useLayoutEffect(() => {
    const shown = element.current
    shown?.showModal()
    // Whoever opens a form wants to fill it in, and not to close it.
    shown?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    return () => {
      isLeft.current = true
      // The browser returns the focus from a dialog that is closed, and not from one that is removed.
      shown?.close()
    }
  }, [])
  return (
    <dialog ref={element} aria-labelledby={titleId} onClose={() => isLeft.current || onClose()}>
      <header>
        <h2 id={titleId}>{title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={() => element.current?.close()}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  )
}
