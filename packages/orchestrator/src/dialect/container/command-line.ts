/**
 * The container that a process was started for, read from its command line as /proc has it: words that end with NUL, of
 * which one is, or is given after `=`, a path below `containers`. A longer path that only ends like ours is another's.
 */
export function containerIdIn(commandLine: string, containers: string): string | undefined {
  for (const word of commandLine.split('\0')) {
    const path = word.startsWith('-') ? word.slice(word.indexOf('=') + 1) : word
    if (!path.startsWith(`${containers}/`)) continue
    const id = /^[a-z0-9]+/.exec(path.slice(containers.length + 1))?.[0]
    if (id !== undefined) return id
  }
  return undefined
}
