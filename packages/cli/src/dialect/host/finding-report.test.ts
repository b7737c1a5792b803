import { expect, test } from 'vitest'
import { plain } from '../output/paint.ts'
import type { Finding } from './doctor.ts'
import { renderFindings, renderFindingsAsJson } from './finding-report.ts'

const good: Finding = { subject: 'machine', status: 'ok', message: 'linux' }
const doubtful: Finding = { subject: 'disk', status: 'warning', message: 'is little', remedy: 'make room' }
const bad: Finding = { subject: 'root', status: 'problem', message: 'you are not root', remedy: 'use sudo' }

const last = (findings: readonly Finding[]) => renderFindings(findings, plain).split('\n').at(-1)

test('each finding is a line, a remedy a line below it', () => {
  expect(renderFindings([bad], plain)).toMatch(/^problem {2}root {2}.*\n +-> use sudo\n/)
})

test('the last line says whether sandboxes can run', () => {
  expect(last([good])).toBe('ready to run sandboxes')
  expect(last([good, doubtful])).toBe('ready to run sandboxes, 1 warning')
  expect(last([bad, doubtful, doubtful])).toBe('1 problem, 2 warnings')
  expect(last([bad, bad])).toBe('2 problems, 0 warnings')
})

test('a colour changes no column', () => {
  const text = renderFindings([good, bad], (style, text) => `<${style}>${text}</>`)
  expect(text.split('\n').slice(0, 2)).toEqual([
    '<good>ok     </>  machine  linux',
    '<bad>problem</>  root     you are not root',
  ])
})

test('for programs every field is there', () => {
  expect(JSON.parse(renderFindingsAsJson([good, bad]))).toEqual([{ ...good, remedy: null }, bad])
})
