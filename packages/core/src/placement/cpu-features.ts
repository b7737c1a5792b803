/** The features a processor has, from /proc/cpuinfo: one sorted line, so that equal processors give equal text. */
export function parseCpuFeatures(cpuinfo: string): string {
  const line = /^(?:flags|Features)\s*:\s*(.*)$/m.exec(cpuinfo)?.[1] ?? ''
  return line.split(/\s+/).filter(Boolean).sort().join(' ')
}

/** Features that the first line has and the second lacks. */
export function missingCpuFeatures(required: string, present: string): string[] {
  const has = new Set(present.split(' '))
  return required.split(' ').filter((feature) => feature !== '' && !has.has(feature))
}
