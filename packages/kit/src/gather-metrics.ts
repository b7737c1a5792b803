/** The metrics of all services of this machine at one of their ports. */
import { mergeExpositions, type ServiceMetrics } from '@cay/core/metrics/merge-expositions.ts'

export interface MetricsPeer {
  readonly service: string
  readonly url: string
}

const scrapeMsMax = 2_000
const responseBytesMax = 16 * 2 ** 20

/** A machine has control, or as a node of a cluster the agent. */
const eitherOf = ['agent', 'control']

/** Those that do not respond are 0 in `cay_service_up`. */
export async function gatherMetrics(peers: readonly MetricsPeer[], own: ServiceMetrics): Promise<string> {
  const others = await Promise.all(peers.map((peer) => scrape(peer)))
  const found = [own, ...others.filter((one) => one !== undefined)]
  const isUp = (service: string) => found.some((one) => one.service === service)
  const expected = [own.service, ...peers.map(({ service }) => service)].filter(
    (service) => service !== 'agent' && (service !== 'control' || !isUp('agent')),
  )
  const services = [...new Set([...expected, ...eitherOf.filter(isUp)])].sort()
  const up = [
    '# HELP cay_service_up Whether the service responds to scrapes',
    '# TYPE cay_service_up gauge',
    ...services.map((service) => `cay_service_up{service="${service}"} ${isUp(service) ? 1 : 0}`),
  ]
  return `${up.join('\n')}\n${mergeExpositions(found)}`
}

async function scrape({ service, url }: MetricsPeer): Promise<ServiceMetrics | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(scrapeMsMax), redirect: 'error' })
    const text = await response.text()
    return response.ok && text.length <= responseBytesMax ? { service, text } : undefined
  } catch {
    // It is down: cay_service_up says so.
    return undefined
  }
}
