import { dataLayout } from '@cay/kit/data-layout.ts'
import { unprivilegedServices } from '@cay/kit/service-users.ts'
import { describe, expect, it } from 'vitest'
import { planView, renderFstab, type ViewSources } from './service-view.ts'

const layout = dataLayout('/data')
const sources: ViewSources = {
  systemDirectories: [
    { path: '/usr', linkTo: undefined },
    { path: '/bin', linkTo: 'usr/bin' },
  ],
  resolverDirectory: undefined,
  hasCgroups: false,
  hasTlsAuthority: true,
  hasObjectStore: false,
  isMember: false,
  node: '/root/clone/node_modules/node/bin/node',
  code: ['/root/clone/packages', '/root/clone/node_modules'],
}

const targets = (more: Partial<ViewSources> = {}) =>
  planView('proxy', layout, { ...sources, ...more }).mounts.map(({ target }) => target)

describe('what a service sees', () => {
  it.each([
    ['control', ['control', 'run/vault'], ['run/lent/control', 'run/orchestrator']],
    ['proxy', [], ['run/lent/proxy', 'run/orchestrator', 'tls-authority']],
    ['egress', ['run/egress'], ['egress-authority', 'run/lent/egress', 'run/orchestrator', 'run/vault']],
  ] as const)('of the data directory is, for %s, its own', (service, written, read) => {
    const below = planView(service, layout, sources).mounts.filter(({ target }) => target.startsWith('/data'))
    const named = (isReadOnly: boolean) =>
      below.flatMap(({ target, options }) =>
        options.includes('ro') === isReadOnly ? [target.slice('/data/'.length)] : [],
      )
    expect([named(false).sort(), named(true).sort()]).toEqual([written, read])
  })

  it('is for control the socket of artifacts where there is an object store', () => {
    const withStore = planView('control', layout, { ...sources, hasObjectStore: true }).mounts
    const added = withStore.filter(({ target }) => target === '/data/run/artifacts')
    expect(added.map(({ options }) => options.includes('ro'))).toEqual([false])
    for (const service of ['proxy', 'egress'] as const)
      expect(planView(service, layout, { ...sources, hasObjectStore: true })).toEqual(
        planView(service, layout, sources),
      )
  })

  it('holds no file that gives rights to whoever runs it', () => {
    for (const service of unprivilegedServices)
      for (const { options } of planView(service, layout, sources).mounts) expect(options).toContain('nosuid')
  })

  it('is the clone without what else lies beside its sources', () => {
    expect(targets()).toEqual(expect.arrayContaining([...sources.code]))
    expect(targets().filter((target) => target.startsWith('/root'))).toHaveLength(2)
  })

  it('is a clone or a data directory wherever it lies, below /tmp too', () => {
    const covering = planView('control', dataLayout('/tmp/data'), sources).mounts.filter(
      ({ type, target }) => type === 'tmpfs' && '/tmp/data/control'.startsWith(`${target}/`),
    )
    expect(covering).toEqual([])
  })

  it('is the program that runs it, wherever that is', () => {
    expect(targets({ node: '/opt/node/bin/node' })).toContain('/opt/node/bin/node')
    expect(targets({ node: '/usr/bin/node' })).not.toContain('/usr/bin/node')
  })

  it('is where the node’s resolvers are kept up to date', () => {
    expect(targets({ resolverDirectory: '/run/systemd/resolve' })).toContain('/run/systemd/resolve')
  })
})

it('the fstab begins with the root, and spells what would end a field', () => {
  const spaced = { ...sources, code: ['/my clone/packages'] }
  const lines = renderFstab('/data/run/views/proxy', planView('proxy', layout, spaced)).split('\n')
  expect(lines[0]).toBe('/data/run/views/proxy /data/run/views/proxy none bind,ro,nosuid,nodev 0 0')
  expect(lines).toContain(
    '/my\\040clone/packages /data/run/views/proxy/my\\040clone/packages none bind,ro,nosuid,nodev 0 0',
  )
  for (const line of lines.slice(0, -1)) expect(line.split(' ')).toHaveLength(6)
})
