/** Words that were given up for the field's own do not come back. */
import { expect, test } from 'vitest'
import { filesBelow, read } from './tree.ts'

interface FormerWord {
  /** Whole identifiers or phrases, so that no other use of the word is meant. */
  readonly pattern: RegExp
  readonly say: string
  /** Only in files whose path begins so; absent: everywhere. */
  readonly below?: string
}

/** One line each. Add a line when the last use is gone. */
const formerWords: readonly FormerWord[] = [
  { pattern: /\baskUntilFree\b/, say: 'decideWhenIdle' },
  { pattern: /\bBerths?\b/, say: 'PreallocatedSlot' },
  { pattern: /\bSightings?\b/, say: 'Observation' },
  { pattern: /\boddSince/, say: 'mismatchSince' },
  { pattern: /\bcondemned\b/, say: 'pendingRemovals' },
  { pattern: /\bNodeStanding\b/, say: 'NodeStatusStore' },
  { pattern: /\bNodeDesk\b/, say: 'NodeAdmin' },
  { pattern: /\bkeepBuilds\b/, say: 'createBuildStore' },
  { pattern: /\bThing\b/, say: 'CacheEntry' },
  { pattern: /\bcarryOut\b/, say: 'executeStep' },
  { pattern: /\bRemnants?\b/, say: 'DeadSandbox' },
  { pattern: /\b(introduce|rehearse)\(/, say: 'setIdentity, warmUp' },
  { pattern: /\b(Plain|Stream|choose)?Errands?\b/, say: 'Forwarder' },
  { pattern: /\b(carriedCount|CarryDeps)\b/, say: 'inFlightCount, ForwardDeps' },
  {
    pattern: /\b(Wakes|Questions|Resumes)\b/,
    say: 'WakeCoalescer, RouteLookup, ResumeCoalescer',
    below: 'packages/proxy/',
  },
  {
    pattern: /\b(Manner|Afterwards|orBroken|leaveInOrder)\b/,
    say: 'SendOptions, ConnectionDisposition, guard, closeGracefully',
    below: 'packages/proxy/',
  },
  { pattern: /\b(Traffic)?Visit\b/, say: 'InboundRequest' },
  { pattern: /\b(Simulated|connect)?Gate\b/, say: 'EgressClient', below: 'packages/orchestrator/' },
  { pattern: /\b(Lone(Node|Guest)|NodeClient)\b/, say: 'StandaloneSandbox, OrchestratorClient' },
  {
    pattern: /\b(Build|Container|Claim|Rootfs|Image|Step|Export)Order\b/,
    say: 'spec, options, request',
    below: 'packages/orchestrator/',
  },
  { pattern: /\b(machinePlaces|RefusedPlace|withPlace)\b/, say: 'machineLayout, destination, withAdmission' },
  { pattern: /\b(SwapFrozen|IdleWatch|MemoryWatch|LogKeeper)\b/, say: 'FrozenSwapper, IdleFreezer, …' },
  { pattern: /\bstandOn\b/, say: 'pinBase' },
  { pattern: /\bgreat answers?\b/, say: 'large responses' },
  { pattern: /\bthe gate\b/i, say: 'the egress gateway', below: 'docs/' },
  { pattern: /\b(Message|Answer|Input|Output|Transfer)Room\b/, say: 'MessageBudget, ResponseBudget, …' },
  {
    pattern: /\b(Gate|Passage|SandboxNews|PlainAnswer|passOn(Pull)?)\b/,
    say: 'EgressContext, AllowedRoute, …',
  },
  { pattern: /\b(Span|Tls(Client|Server))Wishes\b/, say: 'SpanOptions, TlsClientOptions, …' },
  { pattern: /\bGiven(Rules|Proxy)\b/, say: 'HeaderRulesSpec, ProxySpec' },
  { pattern: /\b(untilSilent|shareRuns|carryBytes)\b/, say: 'withIdleTimeout, coalesceRuns, forwardBytes' },
  { pattern: /\b(isNobodyThere|isBrokenOff|refusingUnreadable)\b/, say: 'isPeerDown, rejectMalformed, …' },
  { pattern: /\bmet (a fault|an error)\b/, say: 'request failed, listener failed' },
  { pattern: /\bgates?\b/, say: 'the egress gateway', below: 'spec/' },
  { pattern: /\bcables?\b/, say: 'veth pair', below: 'docs/' },
  { pattern: /\bquestions? for (a )?names?\b/i, say: 'DNS queries' },
  { pattern: /\bst(and|ands|ood|anding) still\b/, say: 'frozen, stopped', below: 'docs/' },
  { pattern: /\bkept connections?\b/, say: 'keep-alive connection', below: 'docs/' },
  { pattern: /\b(to|of)Truth\b/, say: 'toInteger, toBoolean' },
  { pattern: /strangers?/i, say: 'untracked, unauthenticated, unprivileged' },
  {
    pattern: /\b(interface|type) (Answer|Made|Target|Node)( =| \{|<| extends)/,
    say: 'a name with one meaning',
  },
  { pattern: /\blookEveryMs\b/, say: 'pollEveryMs' },
  { pattern: /\bof ours\b/, say: 'a service, our own', below: 'docs/' },
]

const self = 'test/repo/words.test.ts'
const isText = /\.(c?js|mjs|ts|json|md|yaml|proto|sh|py)$/

/** `path:line: what stands there` of each former word in a text. */
function findFormer(path: string, text: string): string[] {
  const former = formerWords.filter(({ below }) => below === undefined || path.startsWith(below))
  const isClean = former.every(({ pattern }) => !pattern.test(text))
  if (isClean) return []
  return text
    .split('\n')
    .flatMap((line, index) =>
      former
        .filter(({ pattern }) => pattern.test(line))
        .map(({ pattern, say }) => `${path}:${index + 1}: ${pattern.exec(line)?.[0]}: say ${say}`),
    )
}

test('no word that was given up stands in the tree', () => {
  const paths = filesBelow('.').filter((path) => isText.test(path) && path !== self)
  expect(paths.length).toBeGreaterThan(500)
  expect(paths.flatMap((path) => findFormer(path, read(path)))).toEqual([])
})

test('a word that was given up is found, with its place', () => {
  expect(findFormer('packages/core/src/a.ts', 'const a = 1\nexport interface Sighting {}\n')).toEqual([
    'packages/core/src/a.ts:2: Sighting: say Observation',
  ])
})
