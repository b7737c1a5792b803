import { expect, test } from 'vitest'
import { renderPage } from '../cli-page/page.ts'
import { read } from './tree.ts'

test('docs/cli.md lists every command and option as `npm run cli-page` writes them', () => {
  const page = read('docs/cli.md')
  expect(page).toBe(renderPage(page))
})
