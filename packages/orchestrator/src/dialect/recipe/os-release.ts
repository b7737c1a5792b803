/** One field of /etc/os-release, without its quotes. */
export function readOsRelease(text: string, field: string): string | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${field}=`))
  return line?.slice(field.length + 1).replace(/^"(.*)"$/, '$1')
}
