/** Over all sandboxes. */
export const sandboxConnectionsMax = 32_768
/** Connections of clients of the API, which the TLS listener of the proxy passes on. */
const apiConnectionsMax = 4096
/** For DNS queries, calls and the service itself. */
export const otherFilesMax = 4096
/** What the egress gateway and the proxy need for the connections that they promise: two for each. */
export const openFilesRequired = 2 * (sandboxConnectionsMax + apiConnectionsMax) + otherFilesMax
