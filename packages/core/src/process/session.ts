/** Which session a process belongs to, from the text of `/proc/<pid>/stat`. */

/** Undefined for a text that is not of that form. The name in brackets may hold anything, brackets and spaces too. */
export function sessionOf(stat: string): number | undefined {
  const [, session] = /^ \S -?\d+ -?\d+ (\d+) /.exec(stat.slice(stat.lastIndexOf(')') + 1)) ?? []
  return session === undefined ? undefined : Number(session)
}
