/** The host name in the first bytes of a connection. */
export type NameReading =
  | { readonly kind: 'name'; readonly name: string }
  /** More bytes are needed. */
  | { readonly kind: 'incomplete' }
  /** The protocol was recognized, but there is no host name. */
  | { readonly kind: 'none' }
  /** Another protocol, or two parsers could read different names. */
  | { readonly kind: 'invalid' }

/** Maximum size of a ClientHello with its record headers, and of a request head. A longer one is invalid. */
export const firstBytesMax = 16 * 1024

export const incomplete = { kind: 'incomplete' } as const
export const none = { kind: 'none' } as const
export const invalid = { kind: 'invalid' } as const
