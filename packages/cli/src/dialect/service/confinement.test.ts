import { describe, expect, it } from 'vitest'
import { boundOrchestrator, capabilitiesOf, confine, environmentOf } from './confinement.ts'

const ports = { apiPort: 3000, proxyPort: 3002, tlsPort: 8443, metricsPort: undefined }

describe('a service that is no longer root', () => {
  it('has a capability only where it listens on a port that takes one', () => {
    const having = (more: Partial<typeof ports> & { metricsPort?: number }) =>
      (['control', 'proxy', 'egress'] as const).filter(
        (service) => capabilitiesOf(service, { ...ports, ...more }).length > 0,
      )
    expect(having({})).toEqual([])
    expect(having({ tlsPort: 443 })).toEqual(['proxy'])
    expect(having({ proxyPort: 80 })).toEqual(['proxy'])
    expect(having({ apiPort: 80 })).toEqual(['control'])
    expect(having({ apiPort: 0, proxyPort: 0 })).toEqual([])
    expect(capabilitiesOf('egress', { ...ports, metricsPort: 1000 })).toEqual(['net_bind_service'])
  })

  it('is given its user and groups, no new privileges, and no capability that is not named', () => {
    const confinement = { fstab: '/run/control.fstab', view: '/run/control', enter: '/clone/enter-view.sh' }
    const user = { uid: 90_000, groups: [90_008] }
    const argv = confine({ ...confinement, user, capabilities: ['net_bind_service'] })
    expect(argv.slice(0, argv.indexOf('setpriv'))).toEqual([
      ...['unshare', '--mount', '--ipc', '--propagation=private', '--'],
      ...['sh', '/clone/enter-view.sh', '/run/control.fstab', '/run/control'],
    ])
    expect(argv.slice(argv.indexOf('setpriv') + 1)).toEqual([
      ...['--reuid=90000', '--regid=90000', '--groups=90008', '--no-new-privs'],
      '--inh-caps=-all,+net_bind_service',
      '--ambient-caps=-all,+net_bind_service',
      ...['--bounding-set=-all,+net_bind_service', '--'],
    ])
    const alone = confine({ ...confinement, user: { uid: 90_001, groups: [] }, capabilities: [] })
    expect(alone).toEqual(expect.arrayContaining(['--clear-groups', '--bounding-set=-all']))
  })

  it('is told no secret of another service', () => {
    const own = { CAY_API_KEY: 'a', CAY_SECRETS_KEY: 'b', CAY_DATABASE_URL: 'e' }
    const env = { ...own, E2B_API_KEY: 'c', CAY_DOMAIN: 'd', PATH: '/bin' }
    const rest = { CAY_DOMAIN: 'd', PATH: '/bin' }
    expect(environmentOf('control', env)).toEqual({ ...rest, ...own })
    for (const other of ['orchestrator', 'proxy', 'egress']) expect(environmentOf(other, env)).toEqual(rest)
  })

  it('is told where the object store is, and none of its credentials', () => {
    const own = { CAY_BLOBS_ACCESS_KEY: 'a', CAY_BLOBS_SECRET_KEY: 'b' }
    const env = { ...own, CAY_BLOBS_URL: 's3://key:secret@host:9000/bucket/?tls=off' }
    expect(environmentOf('control', env)).toEqual(env)
    for (const other of ['orchestrator', 'proxy', 'egress'])
      expect(environmentOf(other, env)).toEqual({ CAY_BLOBS_URL: 's3://host:9000/bucket/?tls=off' })
    const directory = { CAY_BLOBS_URL: 'file:///mnt/objects' }
    expect(environmentOf('orchestrator', directory)).toEqual(directory)
  })
})

it('the orchestrator stays root and gives up what it never uses for good', () => {
  const bounding = boundOrchestrator().find((each) => each.startsWith('--bounding-set=')) ?? ''
  expect(bounding).toMatch(/^--bounding-set=-all,\+/)
  for (const given of ['sys_admin', 'net_admin']) expect(bounding).toContain(`+${given}`)
  for (const lost of ['sys_module', 'sys_rawio', 'sys_time', 'sys_boot', 'syslog'])
    expect(bounding).not.toContain(lost)
})
