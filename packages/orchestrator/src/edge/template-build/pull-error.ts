/**
 * The message for the user when an image cannot be pulled: the kind of the error, without any detail that the registry sent.
 */
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
  incomplete: 'a part of the image is missing in the registry',
  missing: 'there is no such image',
  damaged: 'what the registry sent is damaged',
  untrusted: 'the certificate of the registry is not trusted',
  unreachable: 'the registry cannot be reached',
  other: 'the registry answered in an unexpected way',
}

/** `isNamed`: the operator has configured the registry. The hint does not depend on what was found under its name. */
export function troubleSentence(trouble: PullTrouble, isNamed: boolean): string {
  return trouble === 'unreachable' && !isNamed ? `${sentences.unreachable}; ${hint}` : sentences[trouble]
}

/** Decided by the name of the image alone, without a query. */
export function privateRegistry(reference: ImageReference): BuildFailure {
  return new BuildFailure(
    `failed to pull image '${renderImageReference(reference)}': the registry is on a private network; ${hint}`,
  )
}
