import { basename } from 'node:path'
import { testedClients } from '@cay/contract/tested-clients.ts'
import { beforeAll, expect, test } from 'vitest'
import { callName, silentClasses } from '../compatibility/call-name.ts'
import { exercisedCalls } from '../compatibility/exercised.ts'
import { readSeen, renderPage } from '../compatibility/page.ts'
import { pythonForms, readPythonSurface } from '../compatibility/python-surface.ts'
import { type ClientSurface, declaredClasses, readSurface } from '../compatibility/surface.ts'
import { newerThanTried } from '../compatibility/versions/newest.ts'
import { readResults } from '../compatibility/versions/results.ts'
import { renderVersions } from '../compatibility/versions/section.ts'
import { languages, versionsTried } from '../compatibility/versions/versions.ts'
import { differences, isLeftOut, notExercised, notThere, wordsFor } from '../compatibility/words.ts'
import { filesBelow, read } from './tree.ts'

const page = read('docs/compatibility.md')
const { verdicts, tests } = readSeen(page)
const pythonSurface = readPythonSurface()
const versions = readResults()
let surface: readonly ClientSurface[]
const isTried = (verdict: string) => verdict === 'works' || verdict === 'fails'
beforeAll(async () => {
  surface = await readSurface()
})

test('docs/compatibility.md names each public call of the installed clients, and is as it was generated', () => {
  expect(page).toBe(renderPage({ surface, pythonSurface, versions }, { verdicts, tests }))
})

test('each call that works names a test that there is', () => {
  const working = [...verdicts].filter(([, verdict]) => verdict === 'works').map(([call]) => call)
  expect(working.filter((call) => tests.get(call) === undefined)).toEqual([])
  const files = filesBelow('test')
  for (const [call, name] of tests) {
    const [file = '', title] = name.split('::')
    const directories =
      title === undefined ? ['test/conformance', 'test/templates'] : ['test/conformance-python']
    const path = directories.map((directory) => `${directory}/${file}`).find((each) => files.includes(each))
    const source = path === undefined ? '' : read(path)
    expect(source, `the test of ${call}`).toContain(title === undefined ? 'test(' : `def ${title}(`)
  }
})

// It compiles all of the conformance tests.
test('what docs/compatibility.md says was tried is what the conformance tests try', () => {
  const offered = new Set(surface.flatMap(({ calls }) => calls))
  const calls = exercisedCalls()
  const exercised = [...calls.keys()].filter((call) => offered.has(call))
  const tried = [...verdicts].filter(([call, verdict]) => offered.has(call) && isTried(verdict))
  expect(tried.map(([call]) => call).sort()).toEqual(exercised.sort())
  const withWrongTest = exercised.filter(
    (call) => !(calls.get(call) ?? []).some((path) => basename(path) === tests.get(call)),
  )
  expect(withWrongTest, 'calls that the test named beside them does not make').toEqual([])
}, 240_000)

test('what docs/compatibility.md says works in Python is what the tests in Python make: all that has no reason', () => {
  const forms = pythonForms(pythonSurface).filter(([key]) => verdicts.has(key))
  const untried = forms.filter(([key]) => verdicts.get(key) !== 'works').map(([, call]) => call)
  expect(untried.filter((call) => !isLeftOut(call))).toEqual([])
  expect(new Set(pythonForms(pythonSurface).map(([, call]) => call)).size).toBeGreaterThan(100)
})

test('what is not tried has a reason, and reasons are for calls that there are', () => {
  const calls = surface.flatMap((each) => each.calls)
  const untried = calls.filter((call) => verdicts.get(call) === 'not exercised')
  expect(untried.filter((call) => wordsFor(notExercised, call) === undefined)).toEqual([])
  const keys = [notThere, notExercised, differences].flatMap((words) => Object.keys(words))
  expect(keys.filter((key) => !calls.some((call) => wordsFor({ [key]: '' }, call) !== undefined))).toEqual([])
})

test('no public class of a client is overlooked', () => {
  const classes = (['e2b', '@e2b/code-interpreter', '@e2b/desktop'] as const).flatMap(declaredClasses)
  const overlooked = classes
    .filter(({ isError, methods }) => !isError && methods.length > 0)
    .filter(({ name }) => callName({ className: name, member: '', isStatic: true }) === undefined)
    .map(({ name }) => name)
  expect(overlooked.filter((name) => !silentClasses.includes(name))).toEqual([])
})

test('the section about versions has each version that is tried, up to the one of the other tests, and no call fails', () => {
  const newest = { javascript: surface[0]?.version, python: pythonSurface[0]?.version }
  for (const language of languages) {
    const results = versions.versions[language]
    expect(results.map(({ version }) => version)).toEqual(versionsTried[language])
    expect(results.at(-1)?.version).toBe(newest[language])
    for (const { version, calls } of results) {
      expect([version, Object.keys(calls).length]).toEqual([
        version,
        Object.keys(results.at(-1)?.calls ?? {}).length,
      ])
      expect(Object.values(calls)).not.toContain('fails')
    }
  }
})

test('control tells clients that are newer than the ones of these tests', () => {
  expect(testedClients).toEqual({ js: surface[0]?.version, python: pythonSurface[0]?.version })
})

test('a client that is published and was not tried is a note, and one that was tried is none', () => {
  const tried = {
    javascript: versionsTried.javascript.at(-1) ?? '',
    python: versionsTried.python.at(-1) ?? '',
  }
  expect(newerThanTried(tried)).toEqual([])
  expect(newerThanTried({ ...tried, python: '99.1.0' })).toEqual([
    'note: e2b 99.1.0 for python is published and was not tried',
  ])
  const page = renderVersions({ ...versions, newest: { ...tried, python: '99.1.0' } })
  expect(page).toContain('**The newest version in the registry was 99.1.0, which was not tried.**')
})
