/** Uploads and downloads that are under way in this page. They go on while another part of it is shown. */
import { askBeforeLeaving } from '../ask-before-leaving.ts'
import { notify } from '../parts/notices.tsx'
import { followOwner } from '../session.ts'
import { createStore } from '../store.ts'
import type { TransferOptions } from './daemon.ts'

export interface TransferSubject {
  readonly sandboxID: string
  readonly verb: 'upload' | 'download'
  readonly name: string
  readonly totalBytes: number
}

export interface Transfer extends TransferSubject {
  readonly id: number
  readonly doneBytes: number
  readonly cancel: () => void
}

export const transfers = createStore<readonly Transfer[]>([])
// With the page they would end.
askBeforeLeaving(transfers, ({ length }) => length > 0)
let lastId = 0
followOwner(() => {
  for (const { cancel } of transfers.get()) cancel()
})

/** Milliseconds between two changes of what is shown of one. */
const progressMs = 100

/** Returns whether it was completed; says why if it was not. */
export async function transfer(
  subject: TransferSubject,
  run: (options: Required<TransferOptions>) => Promise<void>,
): Promise<boolean> {
  const cancelled = new AbortController()
  lastId += 1
  const id = lastId
  let shownMs = 0
  const onProgress = (doneBytes: number) => {
    if (performance.now() - shownMs < progressMs) return
    shownMs = performance.now()
    transfers.set(transfers.get().map((one) => (one.id === id ? { ...one, doneBytes } : one)))
  }
  begin({ ...subject, id, doneBytes: 0, cancel: () => cancelled.abort() })
  try {
    await run({ signal: cancelled.signal, onProgress })
    return true
  } catch (error) {
    if (cancelled.signal.aborted) notify('done', `Cancelled the ${subject.verb} of ${subject.name}`)
    else notify('error', `${subject.name}: ${error instanceof Error ? error.message : String(error)}`)
    return false
  } finally {
    end(id)
  }
}

function begin(begun: Transfer): void {
  transfers.set([...transfers.get(), begun])
}

function end(id: number): void {
  transfers.set(transfers.get().filter((one) => one.id !== id))
}
