import { expect, it } from 'vitest'
import { bounds } from '../../bounds.ts'
import { logBindFailures } from './log-bind-failures.ts'

it('a node that is still starting is no warning; one that stays away is, now and then', () => {
  const told: string[] = []
  const keep = (level: string) => () => void told.push(level)
  const failed = logBindFailures({ info: keep('info'), debug: keep('debug'), warn: keep('warn') })
  const error = new Error('connect ENOENT')
  for (const waitedMs of [0, 100, bounds.bindQuietMs - 1]) failed(error, waitedMs)
  expect(told.splice(0)).toEqual(['info', 'debug', 'debug'])
  for (let ms = 0; ms <= bounds.bindWarningEveryMs; ms += bounds.bindWarningEveryMs / 4)
    failed(error, bounds.bindQuietMs + ms)
  expect(told).toEqual(['warn', 'debug', 'debug', 'debug', 'warn'])
})
