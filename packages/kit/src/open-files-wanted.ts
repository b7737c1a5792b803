/** What the gate and the proxy need for the connections that they promise: two for each, and some for themselves. */
export const openFilesWanted = 2 * 32_768 + 4096
