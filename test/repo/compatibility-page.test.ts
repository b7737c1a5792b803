import { beforeAll, expect, test } from 'vitest'
import { callName, silentClasses } from '../compatibility/call-name.ts'
import { exercisedCalls } from '../compatibility/exercised.ts'
import { readVerdicts, renderPage } from '../compatibility/page.ts'
import { type ClientSurface, declaredClasses, readSurface } from '../compatibility/surface.ts'
import { differences, notExercised, notThere, wordsFor } from '../compatibility/words.ts'
import { read } from './tree.ts'

const page = read('docs/compatibility.md')
const verdicts = readVerdicts(page)
let surface: readonly ClientSurface[]
beforeAll(async () => {
  surface = await readSurface()
})

test('docs/compatibility.md names each public call of the installed clients, and is as it was generated', () => {
  expect(page).toBe(renderPage(surface, verdicts))
})

test('what docs/compatibility.md says was tried is what the conformance tests try', () => {
  const offered = new Set(surface.flatMap(({ calls }) => calls))
  const exercised = [...exercisedCalls().keys()].filter((call) => offered.has(call))
  const tried = [...verdicts].filter(([, verdict]) => verdict === 'works' || verdict === 'fails')
  expect(tried.map(([call]) => call).sort()).toEqual(exercised.sort())
})

test('what is not tried has a reason, and reasons are for calls that there are', () => {
  const calls = surface.flatMap((each) => each.calls)
  const untried = calls.filter((call) => verdicts.get(call) === 'not exercised')
  expect(untried.filter((call) => wordsFor(notExercised, call) === undefined)).toEqual([])
  const keys = [notThere, notExercised, differences].flatMap((words) => Object.keys(words))
  expect(keys.filter((key) => !calls.some((call) => wordsFor({ [key]: '' }, call) !== undefined))).toEqual([])
})

test('no public class of a client is overlooked', () => {
  const classes = [...declaredClasses('e2b'), ...declaredClasses('@e2b/code-interpreter')]
  const overlooked = classes
    .filter(({ isError, methods }) => !isError && methods.length > 0)
    .filter(({ name }) => callName({ className: name, member: '', isStatic: true }) === undefined)
    .map(({ name }) => name)
  expect(overlooked.filter((name) => !silentClasses.includes(name))).toEqual([])
})
