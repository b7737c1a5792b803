/** The recipes of deploy/: no image is built here, and the chart is rendered without Helm. docs/deployment.md says what was run. */
import { hostPackages } from '@cay/cli/dialect/host/host-packages.ts'
import { settingsTable } from '@cay/kit/settings-table.ts'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { renderChartTemplate } from './render-chart.ts'
import { read } from './tree.ts'

const chart = 'deploy/helm/cay'

test('the image has every Debian package that a node needs', () => {
  const [, list = ''] = /apt-get install [^\n]*\n([\s\S]*?)&& rm/.exec(read('deploy/Dockerfile')) ?? []
  const installed = list.split(/[\s\\]+/)
  expect(hostPackages.map(({ name }) => name).filter((name) => !installed.includes(name))).toEqual([])
})

test('the values of the chart fit their schema, and its settings exist', () => {
  const fits = new Ajv({ strict: false }).compile(JSON.parse(read(`${chart}/values.schema.json`)))
  const values = parse(read(`${chart}/values.yaml`)) as { settings: Record<string, string> }
  expect([fits(values), fits.errors]).toEqual([true, null])
  expect(Object.keys(values.settings).filter((name) => !(name in settingsTable))).toEqual([])
  expect(fits({ ...values, settings: { HOME: '/' } })).toBe(false)
  // They are those of the volume, of the probe and of the Service.
  for (const name of ['CAY_DATA_DIR', 'CAY_API_PORT', 'CAY_PROXY_PORT', 'CAY_TLS_PORT'])
    expect([name, fits({ ...values, settings: { [name]: '4000' } })]).toEqual([name, false])
  expect(fits({ ...values, dataDirectory: 'relative' })).toBe(false)
  expect(fits({ ...values, replicas: 2 })).toBe(false)
})

test('the templates of the chart name values that there are', () => {
  const values = parse(read(`${chart}/values.yaml`)) as Record<string, unknown>
  const named = ['statefulset', 'service'].flatMap((name) =>
    [...read(`${chart}/templates/${name}.yaml`).matchAll(/\.Values\.(\w+)/g)].map(([, value = '']) => value),
  )
  expect(new Set(named)).toEqual(new Set(Object.keys(values)))
})

const everyValue = {
  image: 'registry.example/cay:0.1.0',
  nodeSelector: { cay: 'yes' },
  dataDirectory: '/mnt/data',
  settings: {
    CAY_DOMAIN: 'sandboxes.example',
    CAY_POOL_SIZE: '4',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:1',
  },
  settingsSecret: 'keys',
  service: { type: 'LoadBalancer' },
}

interface Manifest {
  readonly kind: string
  readonly spec: {
    readonly selector: { readonly matchLabels?: object }
    readonly template: {
      readonly metadata: { readonly labels: object }
      readonly spec: { readonly containers: readonly [Container]; readonly volumes: readonly Volume[] }
    }
  }
}

interface Named {
  readonly name: string
}

interface Volume extends Named {
  readonly hostPath: { readonly path: string }
}

interface Container {
  readonly env: readonly (Named & { readonly value: string })[]
  readonly envFrom?: readonly unknown[]
  readonly volumeMounts: readonly (Named & { readonly mountPath: string })[]
}

test.each([
  ['the default values', () => parse(read(`${chart}/values.yaml`)) as typeof everyValue],
  ['every value', () => everyValue],
])('a pod of the chart has what it names, with %s', (_, valuesOf) => {
  const values = valuesOf()
  const [set, service] = ['statefulset', 'service'].map((name) => {
    const text = renderChartTemplate(read(`${chart}/templates/${name}.yaml`), values, 'cay')
    const [document, ...others] = parseAllDocuments(text)
    expect([document?.errors, others]).toEqual([[], []])
    return document?.toJS() as Manifest
  })
  if (set === undefined || service === undefined) throw new Error('the chart has two templates')
  const { containers, volumes } = set.spec.template.spec
  const { env, envFrom, volumeMounts } = containers[0]
  const namesOf = (all: readonly Named[]) => all.map(({ name }) => name)
  expect(namesOf(volumeMounts)).toEqual(namesOf(volumes))
  expect(volumeMounts[0]).toMatchObject({ name: 'data', mountPath: values.dataDirectory })
  // What the numbers of installations are claimed in has to survive the pod, as the interfaces that they name do.
  expect(volumeMounts.map(({ mountPath }) => mountPath)).toContain('/run/cay')
  // Where the mount of one pod ends up is where the next one sees it.
  for (const { name, hostPath } of volumes)
    expect([name, volumeMounts.find((mount) => mount.name === name)?.mountPath]).toEqual([
      name,
      hostPath.path,
    ])
  expect(Object.fromEntries(env.map(({ name, value }) => [name, value]))).toEqual({
    CAY_DATA_DIR: values.dataDirectory,
    ...values.settings,
  })
  expect(envFrom?.length ?? 0).toBe(values.settingsSecret === '' ? 0 : 1)
  expect(set.spec.selector.matchLabels).toEqual(set.spec.template.metadata.labels)
  expect(service.spec.selector).toEqual(set.spec.template.metadata.labels)
})

test('disks can be attached in a container, in which loop devices that are made later do not appear', () => {
  const values = parse(read(`${chart}/values.yaml`)) as Record<string, unknown>
  const set = parse(
    renderChartTemplate(read(`${chart}/templates/statefulset.yaml`), values, 'cay'),
  ) as Manifest
  expect(set.spec.template.spec.containers[0].volumeMounts).toContainEqual({
    name: 'devices',
    mountPath: '/dev',
  })
  const [, command = ''] = /^#\s+(docker run .*)$/m.exec(read('deploy/Dockerfile')) ?? []
  expect(command).toContain('--volume /dev:/dev')
})

test('the chart is of the version that the clone is', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(parse(read(`${chart}/Chart.yaml`))).toMatchObject({ version, appVersion: version })
})
