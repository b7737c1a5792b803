import type { LogEventTable } from './log-event.ts'

export const proxyEvents = {
  'hop.failed': {
    level: 'debug',
    when: 'A connection to the proxy of another node failed; the request is sent again, refused or reset.',
  },
  'hop.misdirected': {
    level: 'debug',
    when: 'The proxy of another node sent a request for a sandbox that is not on this node; it asks control again.',
  },
  'identity.failed': {
    level: 'error',
    when: 'The certificate of this node could not be loaded; the proxy goes on with the one it has.',
    action: 'Read `err`, and the log of the agent, which writes the files.',
  },
  'identity.loaded': {
    level: 'info',
    when: 'The certificate of this node among the proxies of its cluster was loaded, or a renewed one.',
  },
  'listener.failed': {
    level: 'error',
    when: 'A listening socket of the proxy reported an error.',
    action: 'Read `err`.',
  },
  'request.refused': {
    level: 'debug',
    when: 'The proxy refused a request with a local reply; `refusal` says why.',
  },
  'request.failed': {
    level: 'error',
    when: 'A request was answered with 500 because of a fault of the proxy.',
    action: 'This is a bug: report `err`.',
  },
  'route.lookup.failed': {
    level: 'debug',
    when: 'A request came for an unknown sandbox, and the orchestrator could not list its sandboxes; the request gets 502.',
    action: 'See whether the orchestrator runs; its log is `logs/orchestrator.log`.',
  },
  'sandbox.locate.failed': {
    level: 'debug',
    when: 'A request came for a sandbox that is not on this node, and control could not tell where it is; the request gets 503.',
    action: 'See whether control and its database run.',
  },
  'sandbox.resume.finished': {
    level: ['debug', 'info'],
    when: 'Traffic for a paused sandbox had it resumed, or not; `outcome` says which.',
  },
  'sandbox.wake.failed': {
    level: 'warn',
    when: 'A frozen sandbox could not be thawed for a request; the request connects to it all the same.',
    action: 'Read `err`, and the lines of the orchestrator about this sandbox.',
  },
  'stream.resume.failed': {
    level: 'warn',
    when: 'A stream whose connection broke could not be resumed; its client gets a reset, or 502 when the response had not begun.',
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
  'upstream.failed': {
    level: 'debug',
    when: 'A connection to a server in a sandbox failed; the request is retried, resumed, refused or reset.',
  },
} as const satisfies LogEventTable
