import type { LogEventTable } from './log-event.ts'

export const controlEvents = {
  'request.refused': {
    level: ['debug', 'info', 'warn', 'error'],
    when: 'A request was answered with an error; `code` is that of docs/errors.md. At `error` it is a fault of Cay.',
    action: 'At `error`: this is a bug, report `err`. Otherwise none.',
  },
  'node.watch.started': { level: 'info', when: 'Control watches the sandboxes of the node.' },
  'locate.failed': {
    level: ['debug', 'info', 'warn', 'error'],
    when: 'A proxy of the cluster asked where a sandbox is, or to resume one on traffic, and got an error.',
    action: 'At `error`: read `err`. Otherwise none.',
  },
  'node.lost': {
    level: 'warn',
    when: 'A node of a cluster was away for too long or has rebooted: what ran on it counts as ended.',
    action: 'Look after the machine. Paused sandboxes resume on other nodes.',
  },
  'node.follow.failed': {
    level: ['debug', 'error'],
    when: 'A `task` of following the node failed; it is retried. At `debug` the node or the object store did not answer.',
    action: 'At `error`: this is a bug, report `err`.',
  },
  'database.waiting': {
    level: 'warn',
    when: 'PostgreSQL does not answer at the start of control (`reason`); control waits for it, for a minute at most.',
    action: 'Start PostgreSQL, or check host and port in `CAY_DATABASE_URL`.',
  },
  'clock.differs': {
    level: 'warn',
    when: 'The clock of this machine is `differenceMs` ahead of that of the database (negative: behind it). Leases are not affected.',
    action: 'Synchronise both clocks: times that users see are those of this machine.',
  },
  'link.certificate.failed': {
    level: 'error',
    when: 'Control could not make itself another certificate for the port that nodes dial; it tries again in twelve hours.',
    action: 'This is a bug: report `err`, and restart control within twelve hours.',
  },
  'member.request.failed': {
    level: ['debug', 'info', 'warn', 'error'],
    when: 'A machine was not let into the cluster, or a node got no certificate; `method` says which.',
    action: 'At `error`: this is a bug, report `err`. Otherwise the machine was told what to do.',
  },
  'node.joined': { level: 'info', when: 'A machine became a node of the cluster.' },
  'sandbox.moved': {
    level: 'info',
    when: 'A sandbox of a node that is drained (`nodeID`) was to be moved; `outcome`, `targetNodeID` and `reason` say what became of it.',
  },
  'node.call.failed': {
    level: 'warn',
    when: 'A node of a cluster (`nodeID`), whose lease is valid, answered with an error when it was asked to describe itself or for metrics, or was told its status. While it cannot describe itself, it is shown as `unhealthy`.',
    action: 'Read `err`, and the log of the node.',
  },
  'node.labels.changed': { level: 'info', when: 'An operator replaced the labels of a node of a cluster.' },
  'node.removed': { level: 'info', when: 'An operator removed a node from the cluster.' },
  'link.refused': {
    level: 'warn',
    when: 'A connection to the port that nodes dial was ended: its certificate is not one of a member at present (`nodeId`).',
    action: 'If it is a node of yours: see `cay node list`, and let it join again.',
  },
  'node.request.refused': {
    level: 'warn',
    when: 'A node of a cluster (`nodeID`) asked for secrets, artifacts or logs of what is not on it (`sandboxID`, `sandboxIDs`, `artifactID`).',
    action:
      'A single one after a sandbox has moved is a late request. Others: look at what runs on that node, and remove the node if it is not yours any more.',
  },
  'replica.leading': {
    level: 'info',
    when: 'Of several control processes on one database this one took a `lease`: with that of the node it follows the node.',
  },
  'replica.lease.lost': {
    level: 'warn',
    when: 'The `lease` could not be renewed in time; another process takes it over.',
    action: 'Look for an outage of the database or a process that was stopped, if it repeats.',
  },
  'operation.withdraw.failed': {
    level: 'debug',
    when: 'The database stayed away, so an operation that nobody does is left to its lease: it ends 25 s after the database is back at most.',
  },
  'replica.renew.failed': {
    level: ['debug', 'error'],
    when: 'A lease was not renewed; it is retried. At `debug` the database did not answer.',
    action: 'At `error`: this is a bug, report `err`.',
  },
  'reconcile.failed': {
    level: ['info', 'error'],
    when: 'The record of a sandbox and the report of the node could not be brought together; it is retried.',
    action: 'At `error`: this is a bug, report `err`.',
  },
  'reconcile.step': {
    level: 'debug',
    when: 'The record of a sandbox and the report of the node differ; `step` is what control does.',
  },
  'reconcile.create.discarded': {
    level: 'info',
    when: 'A create that ended in the middle left a record; it was removed.',
  },
  'reconcile.sandbox.untracked': {
    level: 'warn',
    when: 'The node has a sandbox without a record; after a grace period it is killed.',
    action:
      'None, unless the database was restored from a backup: sandboxes that are younger than it are killed so.',
  },
  'reconcile.sandbox.superseded': {
    level: 'info',
    when: 'A node has a copy of a sandbox that moved to another node or has ended, and is told to drop it.',
  },
  'reconcile.sandbox.adopted': {
    level: 'info',
    when: 'The node lacked a paused sandbox that the object store has, and was given it.',
  },
  'object_store.unavailable': {
    level: 'warn',
    when: 'The object store did not answer when control was started.',
    action: 'Read `err`. Until it answers, pauses, snapshots, builds and uploads are answered with 503.',
  },
  'artifact.request.failed': {
    level: ['debug', 'info', 'warn', 'error'],
    when: 'A request of a node about an artifact was answered with an error. Its level is that of the error code.',
    action: 'When it is `error`: report `err`.',
  },
  'artifact.stored': { level: 'debug', when: 'All objects of an artifact are in the object store.' },
  'artifact.removed': {
    level: 'debug',
    when: 'The objects of an unused artifact were removed from the object store.',
  },
  'artifact.remove.failed': {
    level: 'warn',
    when: 'Objects of unused artifacts, as many as `failures`, could not be removed from the object store; they are tried again.',
    action: 'Read `err`, the error of the first. Look for objects that the access key may not delete.',
  },
  'reconcile.snapshot.missing': {
    level: 'warn',
    when: 'The node lacks snapshots that are recorded; they cannot be created from until they are back.',
    action: 'Look for a lost or restored data directory of the node.',
  },
  'reconcile.snapshot.untracked': {
    level: 'warn',
    when: 'The node has a snapshot without a record; after a grace period it is deleted.',
    action: 'None, unless the database was restored from a backup.',
  },
  'sandbox.state.changed': {
    level: 'info',
    when: 'A sandbox changed its state; `cause` is the event, `state` the new one.',
  },
  'sandbox.create.failed': { level: 'info', when: 'A create failed; everything of it is undone.' },
  'sandbox.create.abandoned': {
    level: 'warn',
    when: 'A node did not say whether it has made a sandbox, which ends when the node can be reached; `insteadID` is made on another node.',
    action: 'None, unless it repeats: then look at the links of the node `nodeID`.',
  },
  'sandbox.resume.undecided': {
    level: 'warn',
    when: 'A node did not say whether it has resumed a sandbox, which is on no other node until it has said so or is given up.',
    action: 'None, unless it repeats: then look at the links of the node `nodeID`.',
  },
  'sandbox.undo.failed': {
    level: 'warn',
    when: 'A step of a failed create could not be undone; the reconciler undoes it.',
    action: 'None, unless it repeats.',
  },
  'snapshot.created': { level: 'info', when: 'A snapshot was recorded.' },
  'snapshot.delete.failed': {
    level: 'info',
    when: 'The node did not delete a snapshot; the reconciler deletes it.',
  },
  'template.deleted': { level: 'info', when: 'A template was deleted, with its builds.' },
  'template.sync.failed': {
    level: 'debug',
    when: 'The node did not list its templates; control answers from what it knew.',
  },
  'build.state.changed': { level: 'info', when: 'A build of a template changed its `state`.' },
  'build.watch.failed': {
    level: ['debug', 'warn'],
    when: 'The stream of a build broke; it is opened again. At `debug` the node did not answer.',
    action: 'At `warn`: report `err` if it repeats.',
  },
  'build.retried': {
    level: 'warn',
    when: 'The node of a build was lost (`lostNodeID`), and another one (`nodeID`) has started it again.',
    action: 'None for the build: it is started again once.',
  },
  'build.cancel.failed': {
    level: 'warn',
    when: 'A build could not be cancelled on the node; control has recorded its end.',
    action: 'None: the reconciler ends it.',
  },
  'build.delete.failed': {
    level: 'info',
    when: 'The node did not delete builds of a deleted template; the reconciler deletes them.',
  },
  'secret.created': { level: 'info', when: 'A team created a secret.' },
  'secret.updated': { level: 'info', when: 'A team gave a secret a new value.' },
  'secret.deleted': { level: 'info', when: 'A team deleted a secret.' },
  'identity.key.created': {
    level: 'info',
    when: 'A key that signs identity tokens was created.',
  },
  'audit.write.failed': {
    level: 'error',
    when: 'An event of the audit log could not be written; the call itself was done.',
    action: 'Check the free space of the data directory.',
  },
  'events.export.failed': {
    level: ['debug', 'warn'],
    when: 'Events could not be sent to the collector of `export`; they are sent again. At `warn` for the first time.',
    action:
      'Check `CAY_EVENTS_OTLP` or `CAY_EVENTS_SYSLOG`, and the collector. Nothing is lost as long as events are kept.',
  },
  'events.export.recovered': { level: 'info', when: 'A collector that had failed takes events again.' },
  'events.export.rejected': {
    level: 'warn',
    when: 'The OTLP collector took events without keeping `count` of them, which it must not get again.',
    action: 'Read the log of the collector.',
  },
  'ledger.broken': {
    level: 'error',
    when: 'Events of the audit log of `teamID` (`null`: of the installation) are older than `CAY_EVENT_DAYS`, or too many, but `problem` says that they were altered. None of that chain is removed until it is intact.',
    action:
      'Somebody has changed the database: keep it, and compare it with an export (`cay events verify --against`).',
  },
  'webhook.created': { level: 'info', when: 'A team registered a webhook.' },
  'webhook.deleted': { level: 'info', when: 'A team deleted a webhook.' },
  'webhook.delivery.dead': {
    level: 'warn',
    when: 'The last attempt to deliver an event to a webhook failed.',
    action:
      'The team finds it with `cay webhook deliveries`, and sends it again with `cay webhook redeliver`.',
  },
  'volume.create.abandoned': {
    level: 'warn',
    when: 'Control ended while it created a volume, or its node took minutes for it: the volume is removed, and its name is free.',
  },
  'webhook.delivery.expired': {
    level: 'warn',
    when: '`count` deliveries were still to be sent when their events had been kept for 7 days: their webhooks are disabled, or their receivers were too slow or down. They are dead letters.',
  },
  'volume.created': { level: 'info', when: 'A volume was created.' },
  'volume.delete.failed': {
    level: 'warn',
    when: 'The node did not delete the files of a deleted volume; it is asked again every minute.',
    action: 'Read `err` when it repeats.',
  },
  'volume.deleted': { level: 'info', when: 'A volume was deleted.' },
} as const satisfies LogEventTable
