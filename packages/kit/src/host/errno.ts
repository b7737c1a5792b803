/** The system's name for what went wrong, `ENOENT` for one; undefined for an error that is none of the system's. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

export function isErrno(error: unknown, ...names: readonly string[]): boolean {
  const name = errnoOf(error)
  return name !== undefined && names.includes(name)
}

/** For `catch`: what is not there is no failure. */
export function ignoreMissing(error: unknown): void {
  if (!isErrno(error, 'ENOENT')) throw error
}
