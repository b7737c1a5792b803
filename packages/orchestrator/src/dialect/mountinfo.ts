/** Mount points in the text of /proc/self/mountinfo (proc(5)), oldest first. */
export function mountPoints(mountinfo: string): string[] {
  return mountinfo
    .split('\n')
    .map((line) => line.split(' ')[4])
    .filter((field) => field !== undefined)
    .map(unescapeField)
}

/** Space, tab, newline and backslash stand as three octal digits. */
function unescapeField(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  )
}
