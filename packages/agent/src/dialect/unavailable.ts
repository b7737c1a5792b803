/** The response to a call that could not be forwarded: a client reads it as the RPC error `unavailable`. */
export function unavailable(message: string) {
  const body = JSON.stringify({ code: 'unavailable', message })
  return { status: 503, headers: { 'content-type': 'application/json' }, body } as const
}
