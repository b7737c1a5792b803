/** Writes the tables of docs/cli.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../repo/tree.ts'
import { renderPage } from './page.ts'

const file = join(root, 'docs/cli.md')
writeFileSync(file, renderPage(readFileSync(file, 'utf8')))
