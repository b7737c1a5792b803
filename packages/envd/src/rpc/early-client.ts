/**
 * Official clients for Python before 1.8 know three fields of an entry, and those before 1.5.3 refuse a response with any other.
 * They call themselves `connect-python` and nothing else; later ones add `e2b-python-sdk/VERSION` in a header of the same name.
 */
import {
  type ContextKey,
  type ContextValues,
  createContextKey,
  type HandlerContext,
} from '@connectrpc/connect'

const earlyAgent = 'connect-python'
const early: ContextKey<boolean> = createContextKey(false)

export function isEarlyClient(context: HandlerContext): boolean {
  return context.values.get(early)
}

/** `rawHeaders` as Node has them: names and values in turn. Elsewhere only the first of two equal names is left. */
export function noteEarlyClient(values: ContextValues, rawHeaders: readonly string[]): ContextValues {
  const agents = rawHeaders.filter(
    (_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'user-agent',
  )
  return values.set(early, agents.length > 0 && agents.every((agent) => agent === earlyAgent))
}
