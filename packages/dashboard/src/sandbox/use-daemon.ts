import { useEffect, useState } from 'preact/hooks'
import type { Schema } from '../api/api.ts'
import type { Daemon } from './daemon.ts'

/** Undefined until its code is loaded; an error when it cannot be. */
export function useDaemon(sandbox: Schema<'SandboxDetail'>): Daemon | Error | undefined {
  const [daemon, setDaemon] = useState<Daemon | Error>()
  const { sandboxID, domain, envdAccessToken } = sandbox
  useEffect(() => {
    let isCurrent = true
    const set = (loaded: Daemon | Error) => {
      if (isCurrent) setDaemon(loaded)
    }
    import('./daemon.ts').then(
      ({ connectDaemon }) => set(connectDaemon(sandbox)),
      // Another version of Cay may be there, with files of other names.
      (cause: unknown) =>
        set(new Error('This part of the page cannot be loaded: reload the page.', { cause })),
    )
    return () => {
      isCurrent = false
    }
  }, [sandboxID, domain, envdAccessToken])
  return daemon
}
