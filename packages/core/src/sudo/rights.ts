/**
 * Who may become somebody else without a password, from the text of /etc/sudoers and its directory. There is nobody in a
 * sandbox who could be asked for a password, so every rule that wants one is no right, and neither is a rule for certain
 * commands only: `WHO HOSTS=(AS WHOM) NOPASSWD: ALL` is what counts.
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

/** Lines without comments; `#1000` at the beginning of one is a user, not a comment. */
function whole(text: string): string[] {
  return text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#(?!\d).*$/, '').trim())
}
