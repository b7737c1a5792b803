/**
 * The link between a node and a control process: connections that the node dials, each for calls in one direction. The protocol
 * that TLS agrees on (ALPN) tells the direction.
 */
export const linkProtocols = {
  /** Control is the client of HTTP/2 on the connection, and the node its server. */
  toNode: 'cay-node/1',
  /** The node is the client. Also for whoever wants to join, without a certificate. */
  toControl: 'h2',
} as const

/** Both ends say the same; a message of a build's steps may have 16 MiB. */
export const linkMessageBytesMax = 32 * 1024 * 1024
