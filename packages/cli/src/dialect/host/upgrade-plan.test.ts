import { expect, test } from 'vitest'
import {
  classifySupervisor,
  type Destination,
  planUpgrade,
  refCandidates,
  type Start,
  whyNotUpgrade,
} from './upgrade-plan.ts'

const head = { commit: 'a'.repeat(40), version: '0.1.0' }
const state = { clone: '/opt/cay', head, branch: 'main', changes: [] }
const detached = { kind: 'detached', pid: 7 } as const
const start = { state, running: detached }
const target: Destination = { commit: 'b'.repeat(40), version: '0.2.0', added: 12, dropped: 0 }

test.each<[string, Partial<Start>, RegExp | undefined]>([
  ['a clean clone', {}, undefined],
  ['what is no clone', { state: { ...state, head: undefined } }, /^\/opt\/cay is no git clone/],
  [
    'a supervisor in a terminal',
    { running: { kind: 'foreign', pid: 7 } },
    /in the foreground.*\(process 7\)/,
  ],
  [
    'changes',
    { state: { ...state, changes: ['a', 'b', 'c', 'd', 'e'] } },
    /not committed: a, b, c, and 2 more$/,
  ],
])('%s is upgraded or refused', (_, changes, words) => {
  const why = whyNotUpgrade({ ...start, ...changes })
  if (words === undefined) expect(why).toBeUndefined()
  else expect(why).toMatch(words)
})

test.each<[string | undefined, string | undefined, string | undefined, string[]]>([
  [undefined, 'main', 'origin', ['main@{upstream}']],
  [undefined, undefined, 'origin', []],
  ['v1', 'main', 'origin', ['refs/tags/v1', 'refs/remotes/origin/v1', 'v1']],
  ['v1~2', undefined, undefined, ['refs/tags/v1~2', 'v1~2']],
  ['--upload-pack=x', 'main', 'origin', []],
  ['a b', 'main', 'origin', []],
])('%j on branch %j of remote %j is looked for as %j', (requested, branch, remote, candidates) => {
  expect(refCandidates(requested, { branch, remote })).toEqual(candidates)
})

const detachedHead = { ...start, state: { ...state, branch: undefined } }

test.each([
  ['an unknown ref', { start, requested: 'v9', target: undefined }, 'there is no tag, branch or commit "v9"'],
  ['a branch of no remote', { start, requested: undefined, target: undefined }, /^branch main follows no/],
  [
    'no branch',
    { start: detachedHead, requested: undefined, target: undefined },
    /^no branch is checked out/,
  ],
  [
    'a branch with commits of its own',
    { start, requested: undefined, target: { ...target, dropped: 1 } },
    'branch main has 1 commit that its remote lacks',
  ],
])('%s is refused', (_, request, words) => {
  expect(planUpgrade(request)).toMatchObject({ refusal: expect.stringMatching(words) })
})

test('it says from where to where, what restarts, and that sandboxes go on', () => {
  const { lines, isDone, staysOnBranch } = planned({ start, requested: undefined, target })
  expect([isDone, staysOnBranch]).toEqual([false, true])
  expect(lines[0]).toBe('from 0.1.0 (aaaaaaaaaa) to 0.2.0 (bbbbbbbbbb): 12 commits more')
  expect(lines.join('\n')).toMatch(/restarts the services in the background.*sandboxes go on/)
})

test('a version that is checked out leaves the branch, and one that is older is said to be', () => {
  const { lines, staysOnBranch } = planned({
    start,
    requested: 'v0',
    target: { ...target, added: 0, dropped: 3 },
  })
  expect(staysOnBranch).toBe(false)
  expect(lines[0]).toMatch(/3 commits fewer$/)
  expect(lines.join('\n')).toMatch(/on no branch then[\s\S]*this goes back/)
})

test('the version that is there already needs nothing', () => {
  const { lines, isDone } = planned({ start, requested: 'main', target: { ...target, ...head } })
  expect([isDone, ...lines]).toEqual([true, 'Cay is at 0.1.0 (aaaaaaaaaa) already.'])
})

function planned(request: Parameters<typeof planUpgrade>[0]) {
  const decision = planUpgrade(request)
  if ('refusal' in decision) throw new Error(decision.refusal)
  return decision
}

test.each([
  ['/data/logs/up.log', {}, [], { kind: 'detached', pid: 7 }],
  ['/dev/pts/1', {}, ['cay'], { kind: 'foreign', pid: 7 }],
  [undefined, {}, [], { kind: 'foreign', pid: 7 }],
  ['socket:[1]', { SYSTEMD_EXEC_PID: '7' }, ['cay'], { kind: 'unit', unit: 'cay' }],
  ['socket:[1]', { SYSTEMD_EXEC_PID: '7' }, [], { kind: 'foreign', pid: 7 }],
  // Of the unit of a shell that it was started from.
  ['/data/logs/up.log', { SYSTEMD_EXEC_PID: '3' }, ['cay'], { kind: 'detached', pid: 7 }],
])('a supervisor that writes to %j, with %j and the units %j, is %j', (output, env, units, running) => {
  expect(classifySupervisor({ pid: 7, output, env }, { logFile: '/data/logs/up.log', units })).toEqual(
    running,
  )
})
