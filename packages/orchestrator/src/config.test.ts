import { settingsTable } from '@cay/kit/settings-table.ts'
import { expect, test } from 'vitest'
import { readOrchestratorSettings } from './config.ts'
import { slotsPerInstallation } from './dialect/network/slot-plan.ts'

test('there is a network slot for as many sandboxes and ready ones as can be asked for, and some to clear away', () => {
  const most = settingsTable.CAY_MAX_SANDBOXES.range?.max ?? Number.NaN
  const ready = settingsTable.CAY_POOL_MAX.range?.max ?? Number.NaN
  expect(most).toBe(slotsPerInstallation - 128)
  expect(slotsPerInstallation - most - ready).toBeGreaterThanOrEqual(32)
})

test('who wants none ready wants none at all', () => {
  expect(readOrchestratorSettings({ CAY_POOL_SIZE: '0', CAY_POOL_MAX: '8' }).pool).toMatchObject({
    sizeMin: 0,
    countMax: 0,
  })
})

test('registries are named with their ports and mirrors', () => {
  const { registries } = readOrchestratorSettings({
    CAY_PLAIN_REGISTRIES: 'registry.test:5000, other.test',
    CAY_PRIVATE_REGISTRIES: 'registry.internal',
    CAY_REGISTRY_MIRRORS: 'docker.io=mirror.test/hub',
  }).builds
  expect([...registries.plain]).toEqual(['registry.test:5000', 'other.test'])
  expect([...registries.privates]).toEqual(['registry.internal'])
  expect([...registries.mirrors]).toEqual([['docker.io', 'mirror.test/hub']])
})
