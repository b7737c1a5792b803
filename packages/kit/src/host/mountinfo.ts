/** The text of /proc/self/mountinfo (proc(5)). */
export interface Mount {
  readonly mountPoint: string
  readonly device: string
  readonly filesystemType: string
  /** Of the mount, such as `nosuid`; not those of the file system. */
  readonly options: readonly string[]
}

/** Oldest first. */
export function parseMounts(mountinfo: string): Mount[] {
  return mountinfo
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [place = '', rest = ''] = line.split(' - ')
      const [filesystemType = '', device = ''] = rest.split(' ')
      return {
        mountPoint: unescapeField(place.split(' ')[4] ?? ''),
        device: unescapeField(device),
        filesystemType,
        options: (place.split(' ')[5] ?? '').split(','),
      }
    })
}

/** Mount points, oldest first. */
export function mountPoints(mountinfo: string): string[] {
  return parseMounts(mountinfo).map(({ mountPoint }) => mountPoint)
}

/** Space, tab, newline and backslash stand as three octal digits. */
function unescapeField(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  )
}
