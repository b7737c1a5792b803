import type { LogEventTable } from './log-event.ts'

export const orchestratorEvents = {
  'build.failed': {
    level: ['info', 'error'],
    when: 'A template build failed. It is `info` when its own steps failed, `error` when the node did.',
    action: 'When it is `error`: read `reason` and `err`.',
  },
  'build.finished': {
    level: 'info',
    when: 'A template build finished.',
  },
  'build_cache.check.failed': {
    level: 'error',
    when: 'The size of the build cache, or the free space of the disk, could not be read.',
    action: 'Read `err`.',
  },
  'build_cache.evicted': {
    level: 'info',
    when: 'Entries of the build cache that were unused for long were evicted.',
  },
  'container.create_ahead.failed': {
    level: 'warn',
    when: 'A container could not be created ahead of its sandbox; the next one is tried later.',
    action: 'Creates are slower until it works again. Read `err`.',
  },
  'container.kill.failed': {
    level: 'warn',
    when: 'A container whose sandbox ends while it is started or captured could not be killed at once.',
    action: 'None: its removal kills it again.',
  },
  'container.remove.deferred': {
    level: 'warn',
    when: 'A container of a template build could not be removed at once; the removal is retried.',
  },
  'container.remove.failed': {
    level: ['warn', 'error'],
    when: 'A container could not be removed; the removal is retried.',
    action: 'Read `err` when it repeats: mounts or processes of the container are in the way.',
  },
  'container.restore.retried': {
    level: 'warn',
    when: 'The envd of a restored guest did not respond in time; the guest is ended and restored again in a new container.',
    action:
      'None, unless it repeats: then the node has too little CPU time for its sandboxes, or `checkpoint` is damaged.',
  },
  'container.thaw.failed': {
    level: 'warn',
    when: 'A container that was created ahead could not be thawed; the create uses a fresh one.',
    action: 'None, unless it repeats: then read `err`.',
  },
  'egress.denials.watch.failed': {
    level: 'debug',
    when: 'The denials of the egress gateway could not be watched; they reach the logs of sandboxes later.',
    action: 'See whether egress runs; its log is `logs/egress.log`.',
  },
  'egress.policy.deferred': {
    level: 'warn',
    when: 'The egress gateway is unavailable; it applies a new policy when it is back.',
    action: 'See whether egress runs; its log is `logs/egress.log`.',
  },
  'egress.reset.failed': {
    level: 'warn',
    when: 'Connections of a sandbox could not be reset before its checkpoint, as the egress gateway is unavailable.',
    action: 'See whether egress runs; its log is `logs/egress.log`.',
  },
  'frozen_copy.discarded': {
    level: 'warn',
    when: 'The frozen copy of a paused sandbox was discarded at a start; its snapshot stays.',
  },
  'frozen_copy.evict.failed': {
    level: 'error',
    when: 'The frozen copies of paused sandboxes could not be checked.',
    action: 'Read `err`.',
  },
  'frozen_copy.thaw.failed': {
    level: 'warn',
    when: 'The frozen copy of a paused sandbox could not be thawed; the resume restores its snapshot.',
    action: 'None, unless it repeats: then read `err`.',
  },
  'idle.poll.failed': {
    level: 'error',
    when: 'The node could not look for idle sandboxes.',
    action: 'Read `err`.',
  },
  'image.pull.cleanup.failed': {
    level: 'error',
    when: 'Resources of an image pull could not be released; the next start removes them.',
    action: 'Read `err`.',
  },
  'image.pull.failed': {
    level: 'info',
    when: 'The image of a template build could not be pulled; the build fails and says why.',
  },
  'ip_forward.enabled': {
    level: 'info',
    when: '`net.ipv4.ip_forward` was enabled, so that sandboxes reach the internet through this node.',
  },
  'lifecycle_log.failed': {
    level: 'error',
    when: 'The lifecycle of sandboxes is no longer written into their logs.',
    action: 'Restart the orchestrator and report `err`.',
  },
  'metrics.prune.failed': {
    level: 'warn',
    when: 'Old metrics of sandboxes could not be removed; it is retried.',
    action: 'Read `err`.',
  },
  'metrics.write.failed': {
    level: 'warn',
    when: 'Metrics of a sandbox could not be written.',
    action: 'Read `err`: mostly the disk is full.',
  },
  'fence.sandbox.failed': {
    level: 'error',
    when: 'A sandbox of a node without a lease could not be paused or ended; it is retried, and killed in the end.',
    action: 'Read `err`.',
  },
  'lease.lost': {
    level: 'warn',
    when: 'Control had given the node up, so everything that ran on it was ended. It goes on under `incarnation`.',
    action: 'Find out why the node was cut off: `lease.renew.failed` before it has the cause.',
  },
  'lease.renew.failed': {
    level: ['debug', 'warn'],
    when: 'The node could not renew its lease with the cluster; `standing` says how far it has run out. It is retried every 5 seconds. At `debug` it failed before with the same standing.',
    action:
      'Check the network to the control processes, and their log. A node that was removed from the cluster (`cay node list` does not have it) has to join again.',
  },
  'lease.renewed': {
    level: 'info',
    when: 'The node holds a lease that it did not hold before.',
  },
  'node.fenced': {
    level: 'error',
    when: 'The node was cut off from control for 270 seconds, and pauses or ends its sandboxes before control gives it up.',
    action: 'Check the network to the control processes. What is paused is there when it is back.',
  },
  'node.orphans.failed': {
    level: 'error',
    when: 'Resources of no sandbox (mounts, interfaces, files) could not be removed at a start; the next start retries.',
    action: 'Read `err`.',
  },
  'node.orphans.removed': {
    level: 'info',
    when: 'Resources of no sandbox were removed at a start.',
  },
  'node.recovered': {
    level: 'info',
    when: 'The orchestrator recovered the sandboxes and snapshots that were there at its start.',
  },
  'node.status.changed': {
    level: 'info',
    when: 'The status of the node was set (`ready`, `draining`, …).',
  },
  'oom.poll.failed': {
    level: 'warn',
    when: 'The node could not check for processes that ran out of memory.',
    action: 'Read `err`.',
  },
  'packet_rules.check.failed': {
    level: 'error',
    when: 'The packet rules could not be read.',
    action: 'Read `err`; sandboxes may be without network isolation until it works again.',
  },
  'packet_rules.reloaded': {
    level: 'error',
    when: 'Another program changed or removed the packet rules of Cay; they were loaded again.',
    action: 'Find the program: mostly a firewall that flushes all rules (`nft flush ruleset`).',
  },
  'packet_rules.report.failed': {
    level: 'debug',
    when: 'Dropped packets could not be reported to the egress gateway.',
    action: 'See whether egress runs; its log is `logs/egress.log`.',
  },
  'paused_record.remove.failed': {
    level: 'warn',
    when: 'The record of a paused sandbox could not be removed after its end.',
    action: 'Read `err`.',
  },
  'pool.container.died': {
    level: 'warn',
    when: 'A container of the pool died; another one is made.',
    action: 'None, unless it repeats: then look for a lack of memory.',
  },
  'pool.container.unusable': {
    level: 'warn',
    when: 'A container of the pool could not be used; it is removed.',
    action: 'None, unless it repeats: then read `err`.',
  },
  'pool.fill.failed': {
    level: 'warn',
    when: 'The pool could not be filled; it is retried.',
    action: 'Creates are slower until it works again. Read `err`.',
  },
  'pool.slot.failed': {
    level: 'warn',
    when: 'A network slot or disk could not be preallocated; it is retried.',
    action: 'Read `err`.',
  },
  'pool.warm_up.failed': {
    level: 'debug',
    when: 'The warm-up command of a container in the pool failed.',
  },
  'request.failed': {
    level: ['debug', 'info', 'warn', 'error'],
    when: 'A call of another service was answered with an error (`code`). Its level is that of the error code.',
    action: 'When it is `error`: report `err`.',
  },
  'runtime.removed': {
    level: 'info',
    when: 'Old versions of the runtime that nothing needs were removed.',
  },
  'sandbox.adopted': {
    level: 'info',
    when: 'A paused sandbox that the object store has became one of this node.',
  },
  'sandbox_log.read.failed': {
    level: 'warn',
    when: 'The log or the metrics of a sandbox could not be read from the disk, so they were not uploaded.',
    action: 'Read `err`. It is tried again when the sandbox adds to them.',
  },
  'sandbox_log.upload.failed': {
    level: 'warn',
    when: 'Log lines and metrics of sandboxes could not be uploaded to the object store; it is retried.',
    action: 'Read `err`. Until it succeeds, the loss of the disk would be the loss of these lines.',
  },
  'artifact.offers.failed': {
    level: 'debug',
    when: 'Control did not say which builds a node of a cluster should fetch ahead.',
  },
  'artifact.prefetched': {
    level: 'info',
    when: 'A node of a cluster fetched a build that other nodes use, before a sandbox needed it.',
  },
  'artifact.prefetch.failed': {
    level: 'warn',
    when: 'A build that other nodes use could not be fetched ahead.',
    action: 'None, unless it repeats: then read `err`. A create from the build fetches it again.',
  },
  'artifact.store.failed': {
    level: 'warn',
    when: 'What is on this node alone could not be stored in the object store; it is retried.',
    action: 'Read `err`. Until it succeeds, the loss of the disk would be the loss of this.',
  },
  'artifact_cache.evicted': {
    level: 'info',
    when: 'Snapshots and builds that the object store has were removed from the disk: they exceeded `CAY_CACHE_MB`.',
  },
  'artifact_cache.evict.failed': {
    level: 'warn',
    when: 'Nothing could be removed from the disk of what the object store has; it is retried.',
    action: 'Read `err`.',
  },
  'artifact.sweep.failed': {
    level: 'warn',
    when: 'Root file systems that nothing uses any more could not be removed from the disk; it is retried.',
    action: 'Read `err`.',
  },
  'artifact.remove.failed': {
    level: 'warn',
    when: 'Unused objects could not be removed from the object store; it is retried.',
    action: 'Read `err`.',
  },
  'sandbox.captured': {
    level: 'info',
    when: 'A running sandbox was captured for a snapshot or fork.',
  },
  'sandbox.created': {
    level: 'info',
    when: 'A sandbox was created; `source` says whether from the pool or by a restore.',
  },
  'sandbox.end.failed': {
    level: 'error',
    when: 'The end of a sandbox could not be completed; it is retried.',
    action: 'Read `err`.',
  },
  'sandbox.end.record.failed': {
    level: 'error',
    when: 'The end of a sandbox could not be recorded; control may hear of it late.',
    action: 'Read `err`: mostly the disk is full.',
  },
  'sandbox.ended': {
    level: 'info',
    when: 'A sandbox ended; `reason` says why.',
  },
  'sandbox.freeze.failed': {
    level: 'warn',
    when: 'An idle sandbox could not be frozen; it keeps running.',
    action: 'Read `err`.',
  },
  'sandbox.pause.failed': {
    level: 'warn',
    when: 'The memory or files of a sandbox could not be saved; it keeps running.',
    action: 'Read `err`: mostly the disk is full.',
  },
  'sandbox.pause.given_up': {
    level: 'warn',
    when: 'What runs in a sandbox made each of its pauses fail for ten minutes after its timeout; it is ended.',
    action: 'Read `err`, and the lines `sandbox.pause.failed` of the sandbox before it.',
  },
  'sandbox.paused': {
    level: 'info',
    when: 'A sandbox was paused.',
  },
  'sandbox.resume.unchecked': {
    level: 'warn',
    when: 'Traffic resumed a sandbox without a check of its team’s quotas, because control is unavailable.',
    action: 'See whether control runs; its log is `logs/control.log`.',
  },
  'sandbox.released': {
    level: 'info',
    when: 'The copy of a sandbox that has another node was dropped; `epoch` is that of the copy.',
  },
  'sandbox.resumed': {
    level: 'info',
    when: 'A sandbox was resumed; `source` says how.',
  },
  'sandbox.volumes.lost': {
    level: 'warn',
    when: 'The process that serves the volumes of a sandbox (`runsc-gofer`) ended; they give I/O errors in it. The files are intact.',
    action: 'Pause the sandbox without memory and resume it. See whether the kernel was short of memory.',
  },
  'sandbox_log.fetch.deferred': {
    level: 'debug',
    when: 'The log of a sandbox could not be fetched; it is retried.',
  },
  'sandbox_log.fetch.failed': {
    level: 'warn',
    when: 'The last lines of a sandbox’s log could not be fetched; they may be lost. A sandbox that was to be frozen as idle stays awake, and is tried again.',
    action: 'None, unless it repeats: the daemon of the sandbox is slow or does not respond.',
  },
  'sandbox_log.prune.failed': {
    level: 'warn',
    when: 'Old logs of sandboxes could not be removed; it is retried.',
    action: 'Read `err`.',
  },
  'sandbox_log.write.failed': {
    level: 'warn',
    when: 'Lines of a sandbox’s log could not be written; they are lost.',
    action: 'Read `err`: mostly the disk is full.',
  },
  'snapshot.fetched_again': {
    level: 'warn',
    when: 'The copy of a snapshot on the node was damaged (`why`), as a power failure may leave it, and was fetched from the object store again.',
    action: 'None, unless it repeats without a power failure: then see whether the disk is sound.',
  },
  'snapshot.records.damaged': {
    level: 'error',
    when: 'Records of paused sandboxes cannot be read (`unreadable`); no snapshot is removed until they can.',
    action: 'Restore these files from a backup or remove them.',
  },
  'snapshot.remove.failed': {
    level: 'warn',
    when: 'A snapshot could not be removed; it is retried.',
    action: 'Read `err`.',
  },
  'swap.failed': {
    level: 'warn',
    when: 'The memory of frozen sandboxes could not be swapped out; it stays in memory.',
    action: 'Read `err`; `CAY_SWAP_FROZEN` turns swapping off.',
  },
  'swap.remove.failed': {
    level: 'warn',
    when: 'The swap device of an earlier start could not be removed; the next start retries.',
    action: 'Run `swapoff` on the device when memory is short.',
  },
  'swap.removed': {
    level: 'info',
    when: 'The swap device of an earlier start was removed, because swapping is off now.',
  },
  'template.build.failed': {
    level: 'error',
    when: 'A bundled template could not be built.',
    action: 'Read `complaints`, and run `cay template build` by hand.',
  },
  'template.build.progress': {
    level: 'info',
    when: 'The build of a bundled template printed a line (`line`).',
  },
  'template.builds.refused': {
    level: 'warn',
    when: 'Template builds in the data directory cannot be used on this node (`refused`).',
    action: 'Build these templates again.',
  },
  'template.list.failed': {
    level: 'error',
    when: 'The templates in the data directory could not be read.',
    action: 'Read `err`.',
  },
  'template.watch.failed': {
    level: 'error',
    when: 'The bundled templates are no longer watched; changes need a restart.',
    action: 'Restart the orchestrator and report `err`.',
  },
  'undo.failed': {
    level: 'error',
    when: 'A step of a failed operation could not be undone.',
    action: 'The next start removes what is left. Report `err` when it repeats.',
  },
  'template.checkpoint.failed': {
    level: 'warn',
    when: 'A checkpoint of a template for the runtime and processor of this node could not be made or restored; its sandboxes are booted.',
    action:
      'They start slower. The next start of the service makes the checkpoint again; `err` says what failed.',
  },
  'template.checkpoint.made': {
    level: 'info',
    when: 'A template whose checkpoint is for another runtime or processor got one for this node.',
  },
  'volume.checkpoint.failed': {
    level: 'warn',
    when: 'The checkpoint of a template for sandboxes with volumes could not be made or restored; they are booted from its files.',
    action:
      'They start slower. The next start of the service makes the checkpoint again; `err` says what failed.',
  },
  'volume.checkpoint.made': {
    level: 'info',
    when: 'A template got a checkpoint for sandboxes with volumes.',
  },
  'volume.disk.freed': {
    level: 'info',
    when: 'The disk of the volumes has room above its reserve again; writes into volumes are allowed.',
  },
  'volume.disk.full': {
    level: 'error',
    when: 'The reserve of the disk of the volumes (CAY_DISK_RESERVE_MB) would be used; writes that take more space get ENOSPC in all volumes of the node.',
    action: 'Free space on the disk, or delete volumes. `roomBytes` says how much is free above the reserve.',
  },
  'volume.disk.unknown': {
    level: 'warn',
    when: 'It could not be read how much is free on the disk of the volumes, or writes could not be refused; it is tried again.',
    action: 'Read `err`. Until it succeeds nothing keeps sandboxes from filling the disk.',
  },
  'volume.poll.failed': {
    level: 'warn',
    when: 'It could not be checked whether the processes that serve volumes to sandboxes live; it is checked again.',
    action: 'Read `err` when it repeats.',
  },
  'volume.release.failed': {
    level: 'error',
    when: 'The node has lost its lease and could not release a volume of a shared directory; it is retried.',
    action:
      'Check the file system of CAY_VOLUMES_DIR. Until it is released no other node can use the volume.',
  },
  'volume.released': {
    level: 'info',
    when: 'The node has lost its lease and released a volume of a shared directory, for other nodes.',
  },
  'volume.server.output': {
    level: 'warn',
    when: 'The process that serves the content of a volume wrote to its standard error.',
    action: 'Read `output`: a request for the content of the volume met an unexpected error.',
  },
} as const satisfies LogEventTable
