/**
 * Makes a container that waits in the pool. It has been through what its first caller will ask of it, the identity and a
 * command: a restored container pays for every page of its daemon that is touched for the first time, and that is half of
 * what a create from the pool takes. Who it is as yet is nobody; the claim says it anew.
 */
import type { ContainerRecord } from '../../ports/record.ts'
import type { TemplateBuild } from '../../ports/template.ts'
import type { ContainerParts } from '../container/container-parts.ts'
import { makeContainer } from '../container/make-container.ts'
import { removeContainer } from '../container/remove-container.ts'

const controlTokenBytes = 32

/** The record's control token is what envd in it asks for; nobody needs it after a restart of the node. */
export async function makePooled(parts: ContainerParts, build: TemplateBuild): Promise<ContainerRecord> {
  const record = await makeContainer(parts, { ...build, isBackground: true })
  const { container } = record
  const { address } = container.slot
  try {
    // Of an ordered build it goes on asking for what was saved with it: it has been somebody, later than nobody.
    const saved = build.made?.controlToken
    const controlToken = saved ?? parts.host.randomHex(controlTokenBytes)
    const identity = {
      ...nobody,
      templateId: build.templateId,
      controlToken,
      resources: container.resources,
    }
    await parts.daemon.init(address, identity, saved)
    await warmUp(parts, record)
    return { ...record, controlToken }
  } catch (error) {
    await removeContainer(parts, record).catch((failure: unknown) =>
      parts.log.error({ containerID: container.id, err: failure }, 'undo failed; it will be tried again'),
    )
    throw error
  }
}

/** Said at the beginning of time: whatever is said later holds, also when the clock was put back. */
const nobody = { sandboxId: 'nobody', hostname: 'sandbox', envVars: {}, timestampMs: 0 }

/** An image may have no shell; then there is nothing to be gained. */
async function warmUp({ daemon, log }: ContainerParts, { container }: ContainerRecord): Promise<void> {
  await daemon
    .warmUp(container.slot.address)
    .catch((error: unknown) =>
      log.debug({ containerID: container.id, err: error }, 'a pooled container could run no command'),
    )
}
