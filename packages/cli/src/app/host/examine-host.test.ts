import { expect, test } from 'vitest'
import { plain } from '../../dialect/output/paint.ts'
import { examineHost } from './examine-host.ts'

const env = { CAY_POOL_SIZE: '1000', CAY_TLS: 'auto', CAY_POOL_SZIE: '2' }
const installation = () => {
  throw new Error('nothing of the host is to be looked at')
}
const gatherFacts = async () => installation()
const options = { env, installation, gatherFacts, json: false, paint: plain }

test('all wrong settings are told at once, and nothing else is looked at', async () => {
  const { report, exitCode } = await examineHost(options)
  expect(exitCode).toBe(78)
  expect(report).toMatch(/^problem .*CAY_POOL_SIZE="1000"/m)
  expect(report).toMatch(/^problem .*CAY_TLS="auto" .* needs CAY_DOMAIN/m)
  expect(report).toMatch(/^warning .*CAY_POOL_SZIE .*did you mean CAY_POOL_SIZE\?/m)
  expect(report).toMatch(/^2 problems, 1 warning\nThe host was not looked at/m)
})

test('as JSON they are findings like all others', async () => {
  const { report } = await examineHost({ ...options, json: true })
  const findings = JSON.parse(report) as { subject: string; status: string }[]
  expect(findings.map(({ subject, status }) => [subject, status])).toEqual([
    ['settings', 'problem'],
    ['settings', 'problem'],
    ['settings', 'warning'],
  ])
})
