import type { LogEventTable } from './log-event.ts'

/** What every service logs. */
export const serviceEvents = {
  'service.ready': {
    level: 'info',
    when: 'The service has started and listens; `listening` has its addresses.',
  },
  'service.stopping': {
    level: 'info',
    when: 'The service was asked to stop; `reason` is the signal, or the loss of `cay up`.',
  },
  'service.start.failed': {
    level: 'fatal',
    when: 'The service could not start; it exits with code 1.',
    action:
      'Read `err`: mostly a port in use, a directory without permission, or a database that cannot be reached.',
  },
  'service.stop.failed': {
    level: 'error',
    when: 'The service could not stop in order; it exits with code 1.',
    action: 'The next start cleans up. Report `err` when it repeats.',
  },
  'service.crashed': {
    level: 'fatal',
    when: 'An exception was not handled; the service exits with code 1 and is started again.',
    action: 'This is a bug: report `err`.',
  },
  'service.library': {
    level: ['debug', 'info', 'warn', 'error', 'fatal'],
    when: 'A library of the service logs a line of its own (the HTTP server of control).',
  },
  'open_files.limited': {
    level: 'warn',
    when: 'The limit of open files is below what the service asks for, and the system refuses to raise it; fewer connections are accepted.',
    action: 'Raise the hard limit (`ulimit -Hn`, `LimitNOFILE=` of the unit) to `requested`.',
  },
  'connections.closed': {
    level: 'warn',
    when: 'A listener (`listener`) closed connections of clients without a credential, or idle ones, to make room for others; `open` and `closed` count them. At most once a minute.',
    action:
      'One client with very many connections is an attack or a leak. Behind a reverse proxy, set `CAY_TRUSTED_PROXIES`.',
  },
  'peer.watch.started': {
    level: 'info',
    when: 'The service follows the events of another service (`peer`).',
  },
  'peer.watch.ended': {
    level: 'info',
    when: 'The other service (`peer`) closed the stream of events because it stops; the service connects again.',
  },
  'peer.watch.failed': {
    level: ['debug', 'warn'],
    when: 'The stream of events of another service (`peer`) broke; the service connects again. It is `debug` while the other was never reached.',
    action: 'See whether the other service runs; its log is `logs/SERVICE.log`.',
  },
} as const satisfies LogEventTable
