import type { LogEventTable } from './log-event.ts'

export const agentEvents = {
  'join.failed': {
    level: 'debug',
    when: 'The first machine of a cluster could not join it yet, because its control process is still starting; it tries again.',
  },
  'link.opened': { level: 'info', when: 'The agent connected to a control process at `address`.' },
  'link.closed': {
    level: 'warn',
    when: 'A connection to the control process at `address` closed; the agent connects again.',
    action:
      'None, unless it repeats: then look for restarts of that process, or the network between the two.',
  },
  'link.failed': {
    level: ['debug', 'warn'],
    when: 'The control process at `address` could not be reached, or refused the node; it is tried again. At `debug` it failed before.',
    action:
      'See whether that process runs and its port can be reached; `link.refused` in its log says whether it refused the node.',
  },
  'membership.failed': {
    level: ['debug', 'warn'],
    when: 'Control did not renew the certificates of the node or did not name its processes; it is asked again.',
    action: 'Certificates last for a day. Read `err`: a node that was removed has to join again.',
  },
  'certificate.renewed': { level: 'info', when: 'The node has new certificates.' },
} as const satisfies LogEventTable
