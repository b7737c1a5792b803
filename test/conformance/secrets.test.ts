/** Secrets by the official client. What becomes of their values on the wire is in test/machine/egress-headers.test.ts. */
import { randomUUID } from 'node:crypto'
import { Secret, SecretError, SecretNotFoundError } from 'e2b'
import { expect, onTestFinished, test } from 'vitest'
import { sandboxesOfThisFile } from './sandboxes.ts'

const create = sandboxesOfThisFile()
const value = 'the-value-that-nobody-may-see'

async function secret(metadata?: Record<string, string>) {
  const name = `key-${randomUUID()}`
  onTestFinished(async () => void (await Secret.destroy(name)))
  return await Secret.create(name, value, metadata === undefined ? {} : { metadata })
}

test('a secret is made, known by id and name, and its value is never told', async () => {
  const made = await secret({ of: 'this test' })
  expect(made).toMatchObject({ secretId: expect.stringMatching(/^sec_/), metadata: { of: 'this test' } })
  for (const reference of [made.secretId, made.name]) {
    expect(await Secret.getInfo(reference)).toEqual(made)
    expect(await Secret.exists(reference)).toBe(true)
  }
  expect(JSON.stringify(await Secret.getInfo(made.name))).not.toContain(value)
})

test('a secret has one next value after the other, and one life', async () => {
  const made = await secret()
  const updated = await Secret.update(made.name, 'another')
  expect(updated.secretId).toBe(made.secretId)
  expect(await Secret.destroy(made.name)).toBe(true)
  expect(await Secret.destroy(made.name)).toBe(false)
  expect(await Secret.exists(made.name)).toBe(false)
  await expect(Secret.getInfo(made.name)).rejects.toThrow(SecretNotFoundError)
  await expect(Secret.update(made.name, 'late')).rejects.toThrow(SecretNotFoundError)
})

test('a name is taken once', async () => {
  const { name } = await secret()
  await expect(Secret.create(name, value)).rejects.toThrow(SecretError)
})

test('secrets are listed in pages, newest first', async () => {
  const names = [(await secret()).name, (await secret()).name, (await secret()).name]
  const pages = Secret.list({ limit: 2 })
  const first = await pages.nextItems()
  expect(first.map(({ name }) => name)).toEqual([names[2], names[1]])
  expect(pages.hasNext).toBe(true)
  expect((await pages.nextItems()).map(({ name }) => name)).toContain(names[0])
})

test('a rule holds a placeholder for a secret or a token, and is shown with the placeholder', async () => {
  const { name } = await secret()
  const key = Secret.fill(name)
  const sandbox = await create({
    iam: {
      tokens: { cloud: Secret.iamToken({ audience: 'https://sts.example.com', tokenType: 'JWT-SVID' }) },
    },
    network: {
      rules: {
        'api.example.com': [
          { transform: ({ iam }) => ({ headers: { 'X-Key': key, Authorization: iam.tokens.cloud ?? '' } }) },
        ],
      },
    },
  })
  const shown = JSON.stringify((await sandbox.getInfo()).network)
  expect(shown).toContain(key)
  expect(shown).not.toContain(value)
})
