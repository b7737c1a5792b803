/** Parses the session id of a process from the text of `/proc/<pid>/stat`. */

/**
 * Undefined for a malformed text. The name in parentheses may hold any characters, including parentheses and spaces.
 */
export function sessionOf(stat: string): number | undefined {
  const [, session] = /^ \S -?\d+ -?\d+ (\d+) /.exec(stat.slice(stat.lastIndexOf(')') + 1)) ?? []
  return session === undefined ? undefined : Number(session)
}
