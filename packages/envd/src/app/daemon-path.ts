/** What the runtime itself has put into the root file system: it comes from the template, always. */

const directory = Buffer.from('.cay')
const slash = 0x2f

/** `path` is without its first slash. */
export function isDaemonPath(path: Buffer): boolean {
  if (!path.subarray(0, directory.length).equals(directory)) return false
  return path.length === directory.length || path[directory.length] === slash
}
