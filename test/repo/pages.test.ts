import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Setting } from '@cay/kit/settings.ts'
import { settingsTable } from '@cay/kit/settings-table.ts'
import { expect, test } from 'vitest'
import { filesBelow, read, root, sources } from './tree.ts'

test.each([
  ['js', 'examples/first.mjs'],
  ['python', 'examples/first.py'],
])("the README's example in %s is the file that can be run", (language, file) => {
  const [, example] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(read('README.md')) ?? []
  expect(example).toBe(read(file))
})

interface Link {
  readonly page: string
  /** Relative to the page; empty: the page itself. */
  readonly file: string
  readonly anchor: string
}

const pages = filesBelow('.').filter((path) => path.endsWith('.md'))
const links = pages.flatMap((page) =>
  [...read(page).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g)]
    .map(([, file = '', anchor = '']): Link => ({ page, file, anchor }))
    .filter(({ file }) => !/^[a-z]+:/.test(file)),
)
const targetOf = ({ page, file }: Link) => (file === '' ? page : join(dirname(page), file))

test('links between pages lead somewhere', () => {
  const dead = links.filter((link) => !existsSync(join(root, targetOf(link))))
  expect(dead).toEqual([])
})

/** As the viewers of repositories name headings. */
function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test('links to a heading lead to one', () => {
  const toHeadings = links.filter((link) => link.anchor !== '' && targetOf(link).endsWith('.md'))
  expect(toHeadings.length).toBeGreaterThan(10)
  expect(toHeadings.filter((link) => !anchorsOf(targetOf(link)).includes(link.anchor))).toEqual([])
})

/** Variables of programs in sandboxes: no service reads them. */
const sandboxVariables = ['CAY_GENERATION', 'CAY_RESEED', 'CAY_START']

/** On the settings page, and read by the daemon alone. */
const daemonVariables = ['CAY_ENVD_PORT']

interface SettingRow {
  readonly variable: string
  readonly fallback: string
  readonly meaning: string
}

function settingRows(): SettingRow[] {
  const cells = /^\| `(CAY_[A-Z_]+)` \| (.*?) \| (.*) \|$/gm
  return [...read('docs/settings.md').matchAll(cells)].map(
    ([, variable = '', fallback = '', meaning = '']) => ({ variable, fallback, meaning }),
  )
}

test('every variable that is read is in the table of settings, so that `cay up` and `cay doctor` know it', () => {
  const variables = sources().flatMap((path) =>
    [...read(path).matchAll(/'(CAY_[A-Z_]+)'/g)].map(([, name = '']) => name),
  )
  const known = [
    ...Object.keys(settingsTable),
    ...daemonVariables,
    ...sandboxVariables,
    'CAY_FUZZ_RUNS',
    'CAY_TEST_NAME',
    // Read by the command alone.
    'CAY_CONFIG',
    'CAY_PROFILE',
  ]
  expect([...new Set(variables)].filter((name) => !known.includes(name))).toEqual([])
})

test('every variable of programs in sandboxes is explained to their authors', () => {
  const pages = `${read('docs/lifecycle.md')}${read('docs/templates.md')}`
  expect(sandboxVariables.filter((name) => !pages.includes(name))).toEqual([])
})

test('every setting is on the settings page, and the reverse', () => {
  const documented = settingRows().map(({ variable }) => variable)
  expect(documented.sort()).toEqual([...Object.keys(settingsTable), ...daemonVariables].sort())
})

test('the settings page gives the defaults and ranges that hold', () => {
  const table: Readonly<Record<string, Setting<unknown, unknown>>> = settingsTable
  for (const { variable, fallback, meaning } of settingRows()) {
    const setting = table[variable]
    if (typeof setting?.fallback === 'number' || typeof setting?.fallback === 'string')
      expect(`${variable} ${fallback}`).toBe(`${variable} \`${setting.fallback}\``)
    if (setting?.range !== undefined)
      expect(`${variable} ${meaning}`).toContain(`${setting.range.min} to ${setting.range.max}`)
  }
})
