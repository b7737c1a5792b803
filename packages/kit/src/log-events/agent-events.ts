import type { LogEventTable } from './log-event.ts'

export const agentEvents = {
  'join.failed': {
    level: 'debug',
    when: 'The first machine of a cluster could not join it yet, because its control process is still starting; it tries again.',
  },
  'link.opened': {
    level: ['debug', 'info'],
    when: 'The agent connected to a control process at `address`. At `debug` the connection before had closed within ten seconds.',
  },
  'link.closed': {
    level: ['debug', 'warn'],
    when: 'A connection to the control process at `address` closed; the agent connects again. At `debug` two in a row closed within ten seconds.',
    action:
      'None, unless it repeats: then look for restarts of that process, the network between the two, or `link.refused` in the log of control: a node that was removed has to join again.',
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
