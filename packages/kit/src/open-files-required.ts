/** Over all sandboxes. */
export const sandboxConnectionsMax = 32_768
/** For questions, calls and the service itself. */
export const otherFilesMax = 4096
/** What the gate and the proxy need for the connections that they promise: two for each. */
export const openFilesRequired = 2 * sandboxConnectionsMax + otherFilesMax
