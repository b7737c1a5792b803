import { textIn } from '../output/fields.ts'

/** Also with the suffix of old clients. */
export function isSandboxId(text: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)?$/.test(text)
}

/** It stands in addresses, in commands that are suggested, and in the output for scripts: throws where the API sends anything else. */
export function sandboxIdIn(item: unknown): string {
  const id = textIn(item, 'sandboxID')
  if (id === null || !isSandboxId(id))
    throw new Error('the API answered with something that is not the ID of a sandbox')
  return id
}
