/** The recipes of deploy/: neither an image is built nor a chart rendered here, so only what can be read from them is checked. */
import { hostPackages } from '@cay/cli/dialect/host/host-packages.ts'
import { settingsTable } from '@cay/kit/settings-table.ts'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
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

test('the chart is of the version that the clone is', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(parse(read(`${chart}/Chart.yaml`))).toMatchObject({ version, appVersion: version })
})
