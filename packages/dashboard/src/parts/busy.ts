import { useRef, useState } from 'preact/hooks'

export interface Busy {
  readonly isBusy: boolean
  /** Does nothing while another run goes on. */
  readonly start: (run: () => Promise<void>) => Promise<void>
  /** Of the button. It is not disabled: the browser takes the focus from what is, and whoever uses the keyboard begins at the top again. */
  readonly attributes: { readonly 'aria-busy': boolean; readonly 'aria-disabled': boolean }
}

/** One run at a time. */
export function useBusy(): Busy {
  const [isBusy, setBusy] = useState(false)
  // Two clicks may come before the page is drawn again.
  const isRunning = useRef(false)
  const start = async (run: () => Promise<void>) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      await run()
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { isBusy, start, attributes: { 'aria-busy': isBusy, 'aria-disabled': isBusy } }
}
