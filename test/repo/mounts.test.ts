import { expect, test } from 'vitest'
import { read, sources } from './tree.ts'

const ofNode = sources().filter((path) => /^packages\/(orchestrator|builder|kit|blobs|agent)\//.test(path))

test('the node mounts by one module, which gives every mount nosuid and nodev', () => {
  const running = ofNode.filter((path) => /'mount'(?!\))/.test(read(path).replaceAll(/type: 'mount'/g, '')))
  expect(running.sort()).toEqual([
    // The arguments, and what changes the propagation of a mount.
    'packages/orchestrator/src/dialect/container/host-mount.ts',
    'packages/orchestrator/src/edge/container/mounts.ts',
    // The name of a step.
    'packages/orchestrator/src/wiring/clear-machine.ts',
  ])
  const module = read('packages/orchestrator/src/edge/container/mounts.ts')
  const direct = [...module.matchAll(/'mount', (.*?)\]/g)].map(([, argument]) => argument)
  expect(direct).toEqual([
    "'--all', '--fstab', fstab",
    "'--make-shared', directory",
    "'--make-private', directory",
  ])
})

test('the lines of every fstab come from that module', () => {
  const writing = ofNode.filter((path) => /\b0 0\b/.test(read(path)))
  expect(writing).toEqual(['packages/orchestrator/src/dialect/container/host-mount.ts'])
})
