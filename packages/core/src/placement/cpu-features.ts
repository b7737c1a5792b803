/** The features a processor has, from /proc/cpuinfo: one sorted line, so that equal processors give equal text. */
export function parseCpuFeatures(cpuinfo: string): string {
  const line = /^(?:flags|Features)\s*:\s*(.*)$/m.exec(cpuinfo)?.[1] ?? ''
  return line.split(/\s+/).filter(Boolean).sort().join(' ')
}

/** Features that all of the lines have, in the order of the first; none without a line. */
export function commonCpuFeatures(lines: readonly string[]): string[] {
  const [first = '', ...others] = lines
  const sets = others.map((line) => new Set(line.split(' ')))
  return first.split(' ').filter((feature) => feature !== '' && sets.every((set) => set.has(feature)))
}

/** Features that the first line has and the second lacks. */
export function missingCpuFeatures(required: string, present: string): string[] {
  const has = new Set(present.split(' '))
  return required.split(' ').filter((feature) => feature !== '' && !has.has(feature))
}
