import type { Store } from './store.ts'

/** The browser asks before it leaves or reloads the page while that would lose something. Follows as long as the page is there. */
export function askBeforeLeaving<T>(store: Store<T>, wouldLose: (value: T) => boolean): void {
  let isAsking = false
  store.follow(() => {
    const asks = wouldLose(store.get())
    if (asks === isAsking) return
    isAsking = asks
    if (asks) addEventListener('beforeunload', ask)
    else removeEventListener('beforeunload', ask)
  })
}

function ask(event: Event): void {
  event.preventDefault()
}
