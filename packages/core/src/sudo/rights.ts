/**
 * Determines who may use sudo without a password, from the text of /etc/sudoers and its directory. Passwords cannot be
 * entered in a sandbox, so a rule that requires one grants nothing; neither does a rule for certain commands only. Only
 * `WHO HOSTS=(AS WHOM) NOPASSWD: ALL` counts.
 */

export interface Asking {
  readonly uid: number
  readonly name: string
  readonly groupNames: readonly string[]
}

export function mayBecomeOthers(sudoers: string, asking: Asking): boolean {
  if (asking.uid === 0) return true
  const names = new Set([
    'ALL',
    asking.name,
    `#${asking.uid}`,
    ...asking.groupNames.map((name) => `%${name}`),
  ])
  return whole(sudoers).some((line) => grantsAll(line, names))
}

const rule = /^(\S+)\s+\S+?\s*=\s*(?:\([^)]*\)\s*)?((?:[A-Z]+:\s*)+)ALL$/

function grantsAll(line: string, names: ReadonlySet<string>): boolean {
  const [, who = '', tags = ''] = rule.exec(line) ?? []
  return who.split(',').some((name) => names.has(name)) && /\bNOPASSWD:/.test(tags)
}

/** Lines without comments; `#1000` at the start of a line is a user id, not a comment. */
function whole(text: string): string[] {
  return text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#(?!\d).*$/, '').trim())
}
