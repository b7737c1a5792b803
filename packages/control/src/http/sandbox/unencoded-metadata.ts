/**
 * The metadata filter of a client that encodes the keys and values in it and not the parameter as a whole:
 * `?metadata=user=a%26b`. Decoding it with the query string would lose where a value ends, so it is taken as it came.
 * Undefined where the filter was encoded as a whole, or where there is none.
 */
export function unencodedMetadata(url: string): string | undefined {
  const text = /[?&]metadata=([^&#]*)/.exec(url)?.[1]
  return text?.includes('=') === true ? text : undefined
}
