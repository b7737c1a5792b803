/** Writes the tables of docs/log-events.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../repo/tree.ts'
import { renderPage } from './page.ts'

const file = join(root, 'docs/log-events.md')
writeFileSync(file, renderPage(readFileSync(file, 'utf8')))
