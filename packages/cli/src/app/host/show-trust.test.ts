import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identifyProcess } from '@cay/kit/host/process-identity.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCliSettings } from '../../config.ts'
import { renderUpRecord } from '../../dialect/service/up-record.ts'
import { describeInstallation } from '../../installation.ts'
import { upRecords } from '../../wiring/machine.ts'
import { showTrust } from './show-trust.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cay-trust-'))
})

afterEach(() => rm(dataDir, { recursive: true }))

const trust = (env: Record<string, string>) =>
  showTrust(describeInstallation(readCliSettings({ CAY_DATA_DIR: dataDir, ...env }), '/packages'), {
    pem: false,
    readRecord: upRecords.read,
  })

test('with TLS off there is nothing to trust, and it is said what to set', async () => {
  await expect(trust({})).rejects.toThrow(
    /^TLS is off, .*`cay up --domain NAME`, or set CAY_DOMAIN and CAY_TLS=auto$/,
  )
})

test('with a certificate of the operator, whoever issued that one is to be trusted', async () => {
  await expect(trust({ CAY_TLS: 'files', CAY_DOMAIN: 'cay.example' })).rejects.toThrow(/CAY_TLS_CERT_FILE/)
})

test('with TLS it is said before the first start', async () => {
  expect(await trust({ CAY_TLS: 'auto', CAY_DOMAIN: 'cay.example' })).toContain(`${dataDir}/tls-authority`)
})

test('an installation that was started with --domain speaks TLS, although nothing is set here', async () => {
  const supervisor = identifyProcess(process.pid)
  if (supervisor === undefined) throw new Error('no identity')
  await mkdir(`${dataDir}/run`)
  const record = { supervisor, services: {}, listening: { tls: 'https://cay.localhost' } }
  await writeFile(`${dataDir}/run/up.json`, renderUpRecord(record))
  expect(await trust({})).toContain(`${dataDir}/tls-authority`)
})
