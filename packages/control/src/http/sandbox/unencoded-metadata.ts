/**
 * The metadata filter of clients that encode its keys and values but not the parameter as a whole:
 * `?metadata=user=a%26b`. Decoding it with the query string would lose the boundaries of values, so the raw text is
 * used. Undefined when the filter was encoded as a whole, or is absent.
 */
export function unencodedMetadata(url: string): string | undefined {
  const text = /[?&]metadata=([^&#]*)/.exec(url)?.[1]
  return text?.includes('=') === true ? text : undefined
}
