import { useEffect, useState } from 'preact/hooks'
import type { Schema } from '../api/api.ts'
import type { Daemon } from './daemon.ts'

/** Undefined until its code is loaded. */
export function useDaemon(sandbox: Schema<'SandboxDetail'>): Daemon | undefined {
  const [daemon, setDaemon] = useState<Daemon>()
  const { sandboxID, domain, envdAccessToken } = sandbox
  useEffect(() => {
    let isCurrent = true
    void import('./daemon.ts').then(({ connectDaemon }) => {
      if (isCurrent) setDaemon(connectDaemon(sandbox))
    })
    return () => {
      isCurrent = false
    }
  }, [sandboxID, domain, envdAccessToken])
  return daemon
}
