/** The network of real sandboxes, both ways, each line against doing without us in the same run. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeAuthority, openIssuer } from '@cay/kit/certificates/issue.ts'
import { OutsideHost } from '../../support/outside-host.ts'
import { startStandaloneSandbox } from '../../support/standalone-sandbox.ts'
import type { Measured } from '../measured.ts'
import { type OwnInstallation, withInstallation } from '../own-installation.ts'
import { measureEgress } from './egress.ts'
import { measureIngress } from './ingress.ts'
import { masquerade } from './masquerade.ts'
import type { NetworkMeasurement } from './part.ts'
import { measurePolicy } from './policy.ts'

/** What can be measured by itself. */
export const networkParts = ['ingress', 'egress', 'policy'] as const
export type NetworkPartName = (typeof networkParts)[number]

const ruled = 'api.test'
const unruled = 'other.test'

export async function measureNetwork(
  given: NetworkMeasurement,
  names: readonly NetworkPartName[],
): Promise<Measured> {
  const directory = await mkdtemp(join(tmpdir(), 'cay-bench-'))
  const life = { nowMs: Date.now(), days: 1 }
  const authority = await makeAuthority('world', life)
  const leaf = await (await openIssuer(authority)).issue({ names: [ruled, unruled], ...life })
  await writeFile(join(directory, 'world.pem'), authority.certificate)
  const internet = await OutsideHost.start('cayt-bench', '198.51.100', { tls: leaf })
  try {
    const settings = {
      CAY_DNS_UPSTREAM: `${internet.address}:5300`,
      CAY_EGRESS_CA_FILE: join(directory, 'world.pem'),
    }
    const readings = await withInstallation(settings, async (own) => {
      const tell = (name: NetworkPartName) => given.tell(`      network: ${name}`)
      const measured = []
      for (const name of networkParts.filter((one) => names.includes(one))) {
        tell(name)
        if (name === 'ingress') measured.push(...(await measureIngress(given, own)))
        if (name === 'policy') measured.push(...(await measurePolicy(given, own)))
        if (name === 'egress') measured.push(...(await besideMasquerade(given, own, internet)))
      }
      return measured
    })
    return { figures: [], readings, notes: [] }
  } finally {
    await internet.stop()
    await rm(directory, { recursive: true })
  }
}

async function besideMasquerade(given: NetworkMeasurement, own: OwnInstallation, internet: OutsideHost) {
  const [, gatePid = 0] = await own.servicePids()
  await using bare = await startStandaloneSandbox(given.templatesDir, 'network')
  await using _rules = await masquerade(bare.address)
  return await measureEgress(given, { internet, bare, gatePid, ruled, unruled })
}

export const insideNetworkFigures = `
  requests/s          16 connections from this machine to a Node server in the sandbox, answers without a body.
  ingress down, up    256 MiB by curl on this machine, through the proxy or to the sandbox's address.
  egress              256 MiB that a program in the sandbox gets (curl) or sends (python), by its own clock, from a host
                      in a namespace beside the node; plain masquerade is a sandbox of its own without a gate.
  PUT                 of /sandboxes/ID/network up to the 204: new connections follow it from then on.`
