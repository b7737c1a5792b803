import { expect, test } from 'vitest'
import { describeCall } from './audited-call.ts'

test('a call is about the sandbox of its path, or the one that it made', () => {
  const nothing = { body: undefined }
  expect(describeCall({ params: { sandboxID: 'ia-00000000' }, ...nothing })).toEqual([
    { sandboxId: 'ia', subject: null },
  ])
  expect(describeCall({ params: {}, body: { sandboxID: 'ib' } })).toEqual([
    { sandboxId: 'ib', subject: null },
  ])
  expect(describeCall({ params: { templateID: 'team/app:v1' }, ...nothing })).toEqual([
    { sandboxId: null, subject: 'team/app:v1' },
  ])
})

test('of a fork there is one entry more for each copy that came to be', () => {
  const body = [{ sandbox: { sandboxID: 'ib' } }, { error: { code: 500 } }]
  expect(describeCall({ params: { sandboxID: 'ia' }, body })).toEqual([
    { sandboxId: 'ia', subject: null },
    { sandboxId: 'ib', subject: 'ia' },
  ])
})

test.each(['a\u001b[2J', 'a\nb', 'ä', 'a b', ''])('what is no id is not kept as one: %j', (id) => {
  expect(describeCall({ params: { sandboxID: id, templateID: id }, body: undefined })).toEqual([
    { sandboxId: null, subject: null },
  ])
})

test('an id that somebody sent is kept up to its bound', () => {
  const [about] = describeCall({ params: { sandboxID: 'i'.repeat(500) }, body: undefined })
  expect(about?.sandboxId).toHaveLength(128)
})
