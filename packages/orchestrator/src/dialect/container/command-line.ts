/**
 * Reads from the command line of a process, as /proc has it, the container that it was started for: one of its NUL-terminated
 * words is a path below `containers`, or has one behind `=`.
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
