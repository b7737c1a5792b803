import type { LogEventTable } from './log-event.ts'

export const egressEvents = {
  'listener.opened': {
    level: 'info',
    when: 'The egress gateway accepts connections and DNS queries of sandboxes at `address` and `port`.',
  },
  'listener.waiting': {
    level: ['debug', 'info', 'warn'],
    when: 'The address of the egress gateway cannot be bound yet, because the orchestrator makes it at its start. It is `warn` when that takes long.',
    action: 'When it is `warn`: see whether the orchestrator runs, and read `err`.',
  },
  'listener.failed': {
    level: 'error',
    when: 'A listening socket of the egress gateway reported an error.',
    action: 'Read `err`.',
  },
  'connection.untracked': {
    level: 'debug',
    when: 'A connection came from an address of no running sandbox, and was reset.',
  },
  'connection.failed': {
    level: 'debug',
    when: 'A connection of a sandbox failed, mostly because its destination could not be reached.',
  },
  'connection.limit': {
    level: 'warn',
    when: 'Connections were dropped at the limit over all sandboxes (`connectionsMax`); `dropped` says how many since the last line.',
    action:
      'Look for a sandbox with many connections (`network` of its denials), or raise the limit of open files.',
  },
  'egress.denied': {
    level: 'info',
    when: 'A connection or DNS query was denied; `rule` says by which rule. Logged once for each destination, and 60 times a minute and sandbox at most.',
  },
  'policy.invalid': {
    level: 'error',
    when: 'The egress policy of a sandbox could not be parsed; all of its traffic is denied.',
    action: 'This is a bug: report `err`.',
  },
  'policy.connections.closed': {
    level: 'info',
    when: 'A new egress policy denies connections that were open; they were reset.',
  },
  'policy.compare.failed': {
    level: 'warn',
    when: 'The header rules before and after a change of policy could not be compared, because control did not answer; the connections they were for were reset.',
    action: 'See whether control runs; its log is `logs/control.log`.',
  },
  'sandbox.connections.reset': {
    level: 'info',
    when: 'A sandbox ended; the connections it had open were reset.',
  },
  'dns.query.failed': {
    level: 'debug',
    when: 'No resolver of the node answered a DNS query; the sandbox got SERVFAIL.',
    action: 'Check the resolvers in the `/etc/resolv.conf` of the node.',
  },
  'dns.send.failed': {
    level: 'debug',
    when: 'A DNS response could not be sent to the sandbox.',
  },
  'interception.upstream.failed': {
    level: 'info',
    when: 'A host with a header rule could not be reached, or its certificate is not trusted; the sandbox got 502.',
  },
  'interception.headers.failed': {
    level: 'error',
    when: 'The headers of a request could not be set because of a fault; the sandbox got 502.',
    action: 'This is a bug: report `err`.',
  },
  'vault.lookup.failed': {
    level: 'warn',
    when: 'Values of secrets or identity tokens could not be fetched from control; requests that need them get 502.',
    action: 'See whether control runs; its log is `logs/control.log`.',
  },
} as const satisfies LogEventTable
