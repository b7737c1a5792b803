/** The host name in the first bytes of a connection. */
export type NameReading =
  | { readonly kind: 'name'; readonly name: string }
  /** More bytes are needed. */
  | { readonly kind: 'incomplete' }
  /** It is the protocol, without a host name. */
  | { readonly kind: 'none' }
  /** It is another protocol, or two readers could take it for different names. */
  | { readonly kind: 'invalid' }

/** Of a TLS hello with its record heads, and of a request head. What is not complete by then is invalid. */
export const firstBytesMax = 16 * 1024

export const incomplete = { kind: 'incomplete' } as const
export const none = { kind: 'none' } as const
export const invalid = { kind: 'invalid' } as const
