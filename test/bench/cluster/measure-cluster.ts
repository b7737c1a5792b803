/** What many nodes cost: placement and renewals at ten thousand of them, the hop between two proxies, the memory of links. */
import { joined, type Measured } from '../measured.ts'
import { measureHop } from './hop.ts'
import { measureLinks } from './links.ts'
import type { ClusterMeasurement } from './measurement.ts'
import { measurePlacement } from './placement.ts'
import { measureRenewals } from './renewals.ts'

/** What can be measured by itself, in the order in which it is. */
export const clusterParts = ['placement', 'renewals', 'hop', 'links'] as const
export type ClusterPartName = (typeof clusterParts)[number]

const parts: Readonly<
  Record<ClusterPartName, (measurement: ClusterMeasurement) => Promise<Partial<Measured>>>
> = {
  placement: async (measurement) => ({ readings: await measurePlacement(measurement) }),
  renewals: measureRenewals,
  hop: measureHop,
  links: async (measurement) => ({ readings: await measureLinks(measurement) }),
}

export async function measureCluster(
  measurement: ClusterMeasurement,
  names: readonly ClusterPartName[],
): Promise<Measured> {
  const measured: Partial<Measured>[] = []
  for (const name of clusterParts.filter((one) => names.includes(one))) {
    measurement.tell(`      cluster: ${name}`)
    measured.push(await parts[name](measurement))
  }
  return joined(measured)
}

export const insideClusterFigures = `
  placement           a million creates on 10,000 simulated nodes of 64 cached builds each, 4,000 a second from four control
                      processes that know reports of up to five seconds' age; 2,000 templates, the n-th asked for 1/n as often
                      as the first one. The processor time is that of the choice alone.
  renewals            10,000 nodes, each once in five seconds: from the decoded request to the answer, the statement included;
                      processor time of control, not of the database, and without HTTP/2 and TLS.
  hop                 two proxies as processes, client and server in this one, all over loopback, in turns; connections are
                      kept for the small requests.
  links               resident memory that 500 links over TLS add to a process that has 100, by the link, after a collection.`
