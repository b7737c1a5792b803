/** `keep-authorities.ts`, as `cay up` starts it: the authorities that sandboxes and clients trust outlive the data directory. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { ensureEgressAuthority, ensureTlsAuthority } from '@cay/kit/certificates/authority-files.ts'
import { dataLayout } from '@cay/kit/data-layout.ts'
import { run } from '@cay/kit/host/run.ts'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

const program = new URL('../../packages/control/src/keep-authorities.ts', import.meta.url).pathname
let place: string

beforeEach(async () => {
  place = await mkdtemp(`${tmpdir()}/cay-authorities-`)
  onTestFinished(() => rm(place, { recursive: true, force: true }))
})

async function keep(dataDir: string, more: Record<string, string> = {}): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', CAY_DATA_DIR: dataDir, CAY_TLS: 'auto', ...more }
  return (await run([process.execPath, program], { env })).stdout
}

/** Another directory with the records and the key of the first one, and nothing else. */
async function afterLoss(dataDir: string): Promise<string> {
  const other = `${place}/after`
  await mkdir(other)
  await cp(dataLayout(dataDir).control, dataLayout(other).control, { recursive: true })
  return other
}

test('after the loss of the directory, the authorities are those that sandboxes and clients trust', async () => {
  const dataDir = `${place}/before`
  const { egressAuthority, tlsAuthority } = dataLayout(dataDir)
  const before = [await ensureEgressAuthority(egressAuthority), await ensureTlsAuthority(tlsAuthority)]
  expect(await keep(dataDir)).toBe('')
  expect(await keep(dataDir)).toBe('')
  const other = await afterLoss(dataDir)
  expect(await keep(other)).toBe('egress\ntls\n')
  const layout = dataLayout(other)
  const after = [
    await ensureEgressAuthority(layout.egressAuthority),
    await ensureTlsAuthority(layout.tlsAuthority),
  ]
  expect(after).toEqual(before)
})

test('a machine that made another authority before it joined takes that of the database', async () => {
  const dataDir = `${place}/before`
  const { certificate } = await ensureEgressAuthority(dataLayout(dataDir).egressAuthority)
  await keep(dataDir, { CAY_TLS: 'off' })
  const other = await afterLoss(dataDir)
  await ensureEgressAuthority(dataLayout(other).egressAuthority)
  expect(await keep(other, { CAY_TLS: 'off' })).toBe('egress\n')
  expect(await readFile(`${dataLayout(other).egressAuthority}/certificate.pem`, 'utf8')).toBe(certificate)
})

test('with another key nothing is written, and the sentence names the setting', async () => {
  const dataDir = `${place}/before`
  await keep(dataDir)
  const other = await afterLoss(dataDir)
  await writeFile(dataLayout(other).secretsKeyFile, 'ab'.repeat(32))
  await expect(keep(other)).rejects.toThrow(/CAY_SECRETS_KEY/)
  await expect(readFile(`${dataLayout(other).egressAuthority}/key.pem`)).rejects.toThrow('ENOENT')
})
