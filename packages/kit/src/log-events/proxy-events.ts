import type { LogEventTable } from './log-event.ts'

export const proxyEvents = {
  'listener.failed': {
    level: 'error',
    when: 'A listening socket of the proxy reported an error.',
    action: 'Read `err`.',
  },
  'request.denied': {
    level: 'debug',
    when: 'A request was answered by the proxy itself, as the sandbox is not there, not running or closed to the caller; `refusal` says why.',
  },
  'request.failed': {
    level: 'error',
    when: 'A request was answered with 500 because of a fault of the proxy.',
    action: 'This is a bug: report `err`.',
  },
  'route.lookup.failed': {
    level: 'debug',
    when: 'The orchestrator did not answer where a sandbox is; the request waits or gets 502.',
    action: 'See whether the orchestrator runs; its log is `logs/orchestrator.log`.',
  },
  'sandbox.resume.finished': {
    level: ['debug', 'info'],
    when: 'Traffic for a paused sandbox had it resumed, or not; `outcome` says which.',
  },
  'sandbox.wake.failed': {
    level: 'warn',
    when: 'A frozen sandbox could not be thawed for a request; the request gets 502.',
    action: 'Read `err`, and the lines of the orchestrator about this sandbox.',
  },
  'stream.resume.failed': {
    level: 'warn',
    when: 'A stream whose connection broke could not be resumed; its client sees the stream end with `unavailable`.',
    action: 'None, unless it repeats: then look for restarts of the orchestrator or the sandbox.',
  },
  'tls.certificate.failed': {
    level: 'error',
    when: 'The certificate could not be read or renewed; the proxy goes on with the one it has.',
    action: 'Check `CAY_TLS_CERT_FILE` and `CAY_TLS_KEY_FILE`, or the free space of the data directory.',
  },
  'tls.handshake.failed': {
    level: 'debug',
    when: 'A TLS handshake with a client failed.',
  },
  'upstream.reset': {
    level: 'debug',
    when: 'A connection into a sandbox broke; the request is retried, resumed or refused.',
  },
} as const satisfies LogEventTable
