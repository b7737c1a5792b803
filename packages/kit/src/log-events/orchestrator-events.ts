import type { LogEventTable } from './log-event.ts'

export const orchestratorEvents = {
  'container.create_ahead.failed': {
    level: 'warn',
    when: 'A container could not be created ahead of its sandbox; the next one is tried later.',
    action: 'Creates are slower until it works again. Read `err`.',
  },
  'container.thaw.failed': {
    level: 'warn',
    when: 'A container that was created ahead could not be thawed; the create uses a fresh one.',
    action: 'None, unless it repeats: then read `err`.',
  },
  'container.remove.failed': {
    level: 'error',
    when: 'A container could not be removed; the removal is retried.',
    action: 'Read `err` when it repeats: mounts or processes of the container are in the way.',
  },
  'image.pull.failed': {
    level: 'info',
    when: 'The image of a template build could not be pulled; the build fails and says why.',
  },
  'swap.failed': {
    level: 'warn',
    when: 'The memory of frozen sandboxes could not be swapped out; it stays in memory.',
    action: 'Read `err`; `CAY_SWAP_FROZEN` turns swapping off.',
  },
  'swap.removed': {
    level: 'info',
    when: 'The swap device of an earlier start was removed, because swapping is off now.',
  },
  'swap.remove.failed': {
    level: 'warn',
    when: 'The swap device of an earlier start could not be removed; the next start retries.',
    action: 'Run `swapoff` on the device when memory is short.',
  },
} as const satisfies LogEventTable
