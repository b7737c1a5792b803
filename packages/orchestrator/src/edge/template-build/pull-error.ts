/** What whoever asked for an image is told when it cannot be pulled: the kind of the trouble, and nothing that was met on the way. */
import { buildReasons } from '@cay/core/template/build-state.ts'
import { type ImageReference, renderImageReference } from '@cay/core/template/image-reference.ts'
import type { PullTrouble } from '../../dialect/template-build/image-tool.ts'
import { BuildFailure } from '../../ports/build-spec.ts'

export class PullError extends BuildFailure {
  readonly trouble: PullTrouble

  constructor(trouble: PullTrouble, message: string) {
    super(message)
    this.trouble = trouble
  }
}

const hint = 'a registry on a private network must be named by the operator in CAY_PRIVATE_REGISTRIES'

const sentences: Readonly<Record<PullTrouble, string>> = {
  full: buildReasons.diskFull,
  denied: 'access was denied: the image is private, or the credentials are wrong',
  missing: 'there is no such image',
  damaged: 'what the registry sent is damaged',
  untrusted: 'the certificate of the registry is not trusted',
  unreachable: 'the registry cannot be reached',
  other: 'the registry answered in an unexpected way',
}

/** `isNamed`: the operator named the registry. The hint is the same whatever was found under its name. */
export function troubleSentence(trouble: PullTrouble, isNamed: boolean): string {
  return trouble === 'unreachable' && !isNamed ? `${sentences.unreachable}; ${hint}` : sentences[trouble]
}

/** Said by the image's own name alone: nothing was asked. */
export function privateRegistry(reference: ImageReference): BuildFailure {
  return new BuildFailure(
    `failed to pull image '${renderImageReference(reference)}': the registry is on a private network; ${hint}`,
  )
}
