/** Puts the metrics of several services into one exposition of Prometheus, with a label that says whose each is. */

export interface ServiceMetrics {
  readonly service: string
  /** In the text format 0.0.4. */
  readonly text: string
}

interface Family {
  readonly head: string[]
  readonly samples: string[]
}

const sample = /^([a-zA-Z_:][\w:]*)(\{(.*)\})?( .+)$/

/** A family stands once, with the samples of all services: the format asks for that. */
export function mergeExpositions(parts: readonly ServiceMetrics[]): string {
  const families = new Map<string, Family>()
  for (const { service, text } of parts) {
    let current = ''
    for (const line of text.split('\n')) {
      const [, name] = /^# (?:HELP|TYPE) (\S+)/.exec(line) ?? []
      if (name !== undefined) {
        current = name
        const { head, samples } = familyOf(families, name)
        if (samples.length === 0 && !head.includes(line)) head.push(line)
      } else {
        const labelled = withService(line, service)
        if (labelled !== undefined) familyOf(families, current).samples.push(labelled)
      }
    }
  }
  return [...families.values()]
    .filter(({ samples }) => samples.length > 0)
    .map(({ head, samples }) => `${[...head, ...samples].join('\n')}\n`)
    .join('')
}

function familyOf(families: Map<string, Family>, name: string): Family {
  const known = families.get(name)
  if (known !== undefined) return known
  const family = { head: [], samples: [] }
  families.set(name, family)
  return family
}

/** Undefined for a line that is no sample. */
function withService(line: string, service: string): string | undefined {
  const [, name, , labels = '', rest] = sample.exec(line) ?? []
  if (name === undefined || rest === undefined) return undefined
  return `${name}{service="${service}"${labels === '' ? '' : `,${labels}`}}${rest}`
}
