/** The arguments of `npm run bench`. */
import { parseArgs } from 'node:util'
import {
  clusterParts,
  lifecycleParts,
  networkParts,
  partNames,
  type SectionMeasurement,
  type SectionName,
  sectionNames,
} from './sections.ts'

const turnsMax = 1000
/** Those of a run that names none. */
const usualSections: readonly SectionName[] = ['creates', 'envd']

export type Asked = Pick<SectionMeasurement, 'turns' | 'cluster' | 'lifecycle' | 'network'> & {
  readonly sections: readonly SectionName[]
}

/** Its message is all that who typed has to know. */
export class UsageError extends Error {}

/** Throws `UsageError`. */
export function readArguments(given: readonly string[]): Asked {
  const { values, positionals } = parsed(given)
  const turns = Number(values.turns)
  if (!Number.isInteger(turns) || turns < 1 || turns > turnsMax)
    throw new UsageError(`--turns is "${values.turns}": give a whole number from 1 to ${turnsMax}`)
  const unknown = positionals.find((name) => !sectionNames.some((known) => known === name))
  if (unknown !== undefined)
    throw new UsageError(`"${unknown}" is not measured: known are ${sectionNames.join(', ')}`)
  const only = values.only.split(',')
  const strange = only.find((name) => !partNames.some((known) => known === name))
  if (strange !== undefined)
    throw new UsageError(
      `--only names "${strange}": parts of the cluster are ${clusterParts.join(', ')}, of the lifecycle ${lifecycleParts.join(', ')}, of the network ${networkParts.join(', ')}`,
    )
  return {
    turns,
    sections:
      positionals.length === 0 ? usualSections : sectionNames.filter((name) => positionals.includes(name)),
    cluster: clusterParts.filter((name) => only.includes(name)),
    lifecycle: lifecycleParts.filter((name) => only.includes(name)),
    network: networkParts.filter((name) => only.includes(name)),
  }
}

function parsed(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      options: {
        turns: { type: 'string', default: '20' },
        only: { type: 'string', default: partNames.join(',') },
      },
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
