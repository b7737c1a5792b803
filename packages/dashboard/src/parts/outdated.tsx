/** Says that something that is shown could not be loaded again. */
import { useEffect } from 'preact/hooks'
import { connection } from '../connection.ts'
import { createStore, useStore } from '../store.ts'

interface FailedLoad {
  readonly error: Error
}

/** Of what is shown now. */
const failedLoads = createStore<readonly FailedLoad[]>([])

/** Beside data that is shown: why it may be old, as long as it is. The banner of the page says it. */
export function Outdated({ error }: { readonly error: Error | undefined }) {
  useEffect(() => {
    if (error === undefined) return
    const failed = { error }
    failedLoads.set([...failedLoads.get(), failed])
    return () => failedLoads.set(failedLoads.get().filter((one) => one !== failed))
  }, [error])
  return null
}

/** The banner. */
export function ConnectionState() {
  const state = useStore(connection)
  const [failed] = useStore(failedLoads)
  return (
    <div role="status">
      {state === 'away' ? (
        <p class="banner">Cay does not respond. What is shown may be old; the page goes on by itself.</p>
      ) : failed === undefined ? null : (
        <p class="banner">What is shown may be old: {failed.error.message}</p>
      )}
    </div>
  )
}
