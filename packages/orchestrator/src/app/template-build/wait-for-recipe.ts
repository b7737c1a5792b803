/**
 * A build that starts from a template that comes with Cay waits until that one is built, and starts its build if nobody has. The
 * other build goes on whatever becomes of this one, because others may wait for it as well.
 */
import { parseImageReference } from '@cay/core/template/image-reference.ts'
import { BuildFailure, type BuildSource } from '../../ports/build-spec.ts'
import type { RecipeOutcome } from '../../ports/recipes.ts'
import type { BuildParts, Running } from './parts.ts'

type Waiting = Pick<Running, 'journal' | 'signal'>

/** Milliseconds between two looks at where the other build is. */
const lookMs = 5000
/** Milliseconds after which the same step is logged again. */
const sameStepMs = 60_000

/** Images of these names, on which other services build, are replaced by the templates of the same purpose. */
const standIns: Readonly<Record<string, string>> = {
  'e2bdev/base': 'base',
  'e2bdev/code-interpreter': 'code-interpreter-v1',
}

/** The alias of the template that comes with Cay which a build starts from; undefined if it starts from something else. */
export function recipeBelow(source: BuildSource): string | undefined {
  if (source.kind === 'recipe') return source.alias
  if (source.kind === 'build') return undefined
  const { registry, repository } = parseImageReference(source.image)
  return registry === 'docker.io' ? standIns[repository] : undefined
}

/** Throws BuildFailure, and what the signal was aborted with. */
export async function waitForRecipe(parts: BuildParts, source: BuildSource, waiting: Waiting): Promise<void> {
  const { signal } = waiting
  const alias = recipeBelow(source)
  if (alias === undefined) return
  signal.throwIfAborted()
  const outcome = await watchRecipe(parts, alias, waiting)
  signal.throwIfAborted()
  if (outcome.state === 'failed')
    throw new BuildFailure(`template '${alias}' could not be built: ${outcome.reason}`)
}

/** Logs each step of the other build that it sees, and a long one from time to time. */
async function watchRecipe(
  { recipes, sleep, nowMs }: BuildParts,
  alias: string,
  { journal, signal }: Waiting,
): Promise<RecipeOutcome> {
  const ended = recipes.build(alias, signal)
  const stop = new AbortController()
  let noted: { readonly progress: string; readonly atMs: number } | undefined
  try {
    for (;;) {
      const outcome = await Promise.race([ended, sleep(lookMs, AbortSignal.any([signal, stop.signal]))])
      if (outcome !== undefined) return outcome
      if (noted === undefined)
        journal.note('info', `[base] template '${alias}' is not built yet: waiting for its build`)
      const progress = recipes.progressOf(alias)
      if (noted?.progress === progress && nowMs() - noted.atMs < sameStepMs) continue
      noted = { progress, atMs: nowMs() }
      if (progress !== '') journal.note('info', `[base] ${alias}: ${progress}`)
    }
  } finally {
    stop.abort()
  }
}
