/**
 * Mounts that the node makes. On none of them does a program gain rights by its mode, and no device opens: what is on them
 * may come from sandboxes, volumes and images.
 */

export interface HostMount {
  readonly source: string
  readonly target: string
  /** `none`: of a bind; absent: what is found on the source. */
  readonly type?: string
  /** Beside those that every mount has. */
  readonly options: readonly string[]
}

function optionsOf({ options }: HostMount): string {
  return ['nosuid', 'nodev', ...options].join(',')
}

export function mountArguments(mount: HostMount): string[] {
  const { source, target, type } = mount
  return ['mount', ...(type === undefined ? [] : ['-t', type]), '-o', optionsOf(mount), source, target]
}

/** A line for `mount --all --fstab`. */
export function fstabLine(mount: HostMount): string {
  const { source, target, type = 'auto' } = mount
  return `${fstabField(source)} ${fstabField(target)} ${type} ${optionsOf(mount)} 0 0\n`
}

function fstabField(text: string): string {
  return text.replace(/[\s\\]/g, (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`)
}
