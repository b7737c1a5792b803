import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  lookupOrder,
  parseTemplateName,
  parseTemplateReference,
  tagNotFound,
  templateNotFound,
  templateNotOwned,
} from './reference.ts'

test('a reference is trimmed, lower-cased and taken apart', () => {
  expect(parseTemplateReference(' Base ')).toEqual({ text: 'base', name: 'base', tag: 'default' })
  expect(parseTemplateReference('team/My_App:v1.2')).toEqual({
    text: 'team/my_app:v1.2',
    namespace: 'team',
    name: 'my_app',
    tag: 'v1.2',
  })
})

test.each([
  '',
  ' ',
  '/',
  'a/',
  '/a',
  'a:',
  ':a',
  'a/b/c',
  'a:b:c',
  'a b',
  'ä',
  '../a',
  'a.b',
  'x'.repeat(300),
])('%j is no reference', (text) => {
  expect(() => parseTemplateReference(text)).toThrow(/^invalid template reference/)
})

test('where a tag has no meaning, a name with one is refused', () => {
  expect(parseTemplateName('team/Base')).toEqual(parseTemplateReference('team/base'))
  expect(() => parseTemplateName('base:default')).toThrow(/^invalid template 'base:default'/)
})

test('any text gives a reference made of its parts, or a refusal', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        const { namespace, name } = parseTemplateReference(text)
        expect(text.toLowerCase()).toContain(namespace === undefined ? name : `${namespace}/${name}`)
      } catch (error) {
        expect(String(error)).toContain('invalid template reference')
      }
    }),
  )
})

test("a bare name is the team's own, then everybody's, then an id", () => {
  expect(lookupOrder(parseTemplateReference('base'), 'acme')).toEqual([
    { by: 'alias', namespace: 'acme', alias: 'base' },
    { by: 'alias', namespace: null, alias: 'base' },
    { by: 'id', templateId: 'base' },
  ])
})

test('a namespace is taken at its word', () => {
  expect(lookupOrder(parseTemplateReference('acme/base'), 'other')).toEqual([
    { by: 'alias', namespace: 'acme', alias: 'base' },
  ])
})

test('what is not found is named', () => {
  expect(templateNotFound(parseTemplateReference('nope')).message).toBe("template 'nope' not found")
  expect(tagNotFound(parseTemplateReference('base:v9')).message).toBe("tag 'v9' of template 'base' not found")
})

test('a template of the installation is not said to be that of another team', () => {
  const base = parseTemplateReference('base')
  expect(templateNotOwned(base, null)).toMatchObject({
    code: 'forbidden',
    message: "template 'base' belongs to the installation: no team can change or delete it",
  })
  expect(templateNotOwned(base, 't2').message).toBe("template 'base' belongs to another team")
})
