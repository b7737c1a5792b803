import type { TeamApi } from '../../ports/control-api.ts'
import { pathOfSandbox } from './find-sandbox.ts'

const everyMs = 60_000
const extendedSeconds = 300

/** While somebody is at its terminal, a sandbox does not reach its timeout. Returns what ends it, with a request that is in flight. */
export function keepAlive(team: Pick<TeamApi, 'request'>, sandboxId: string): () => void {
  const path = `${pathOfSandbox(sandboxId)}/refreshes`
  const ended = new AbortController()
  const { signal } = ended
  const extend = () =>
    // One that fails is followed by others, and a sandbox that is gone ends what follows it.
    void team
      .request({ method: 'POST', path, body: { duration: extendedSeconds }, signal })
      .catch(() => undefined)
  extend()
  const timer = setInterval(extend, everyMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    ended.abort()
  }
}
