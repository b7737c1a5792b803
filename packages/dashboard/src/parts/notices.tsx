/** Short messages about what an action did; errors stay until they are closed. */
import { followOwner } from '../session.ts'
import { createStore, useStore } from '../store.ts'

interface Notice {
  readonly id: number
  readonly kind: 'done' | 'error'
  readonly text: string
}

const doneMs = 4000
const noticesMax = 4

const notices = createStore<readonly Notice[]>([])
let lastId = 0
followOwner(() => notices.set([]))

export function notify(kind: Notice['kind'], text: string): void {
  lastId += 1
  const notice = { id: lastId, kind, text }
  notices.set([...notices.get(), notice].slice(-noticesMax))
  if (kind === 'done') setTimeout(() => dismiss(notice.id), doneMs)
}

function dismiss(id: number): void {
  notices.set(notices.get().filter((notice) => notice.id !== id))
}

export function Notices() {
  const shown = useStore(notices)
  return (
    <div class="notices" role="log" aria-live="polite" aria-label="Messages">
      {shown.map(({ id, kind, text }) => (
        <p key={id} class={`notice ${kind}`}>
          <span>{text}</span>
          <button type="button" class="quiet" aria-label="Dismiss" onClick={() => dismiss(id)}>
            ×
          </button>
        </p>
      ))}
    </div>
  )
}
