import { printable } from '@cay/core/terminal-text.ts'
import { listProfileNames } from '../app/profile/profile-commands.ts'
import type { Candidate, CandidateSource } from '../commands/complete-words.ts'
import type { CompletionVerbs } from '../commands/completion-commands.ts'
import { completionScripts } from '../dialect/completion/completion-scripts.ts'
import { parseNodes } from '../dialect/node/node-responses.ts'
import { isPlainWord } from '../dialect/output/plain-word.ts'
import { parseSecrets } from '../dialect/secret/secret-responses.ts'
import { parseKeys } from '../dialect/team/team-responses.ts'
import { parseVolumes } from '../dialect/volume/volume-responses.ts'
import { parseWebhooks } from '../dialect/webhook/webhook-responses.ts'
import { profileStore } from '../edge/profile/profile-store.ts'
import { ownEnvironment } from '../environment.ts'
import { chooseProfile } from './chosen-profile.ts'
import { team } from './client-access.ts'
import { print } from './console.ts'

/** Nobody waits longer for a list at a key. */
const answerMsMax = 2000

export const completionVerbs: CompletionVerbs = {
  async printScript(shell) {
    print(completionScripts[shell])
    return 0
  },
  async printCandidates(candidates, typed) {
    for (const { value, description } of candidates)
      if (value.startsWith(typed)) print(`${printable(value)}\t${printable(description)}`)
    return 0
  },
  async printFromSource(source, typed, profile) {
    if (profile !== undefined) chooseProfile(profile)
    // Where nothing runs or nobody has a key there are no candidates, and a prompt is no place for an error.
    // What it has been waiting for in vain would keep this process, and the prompt, for longer.
    setTimeout(() => process.exit(), answerMsMax).unref()
    const candidates = await sources[source]().catch(() => [])
    // A shell puts a candidate on its line as it is, and runs what stands there.
    const plain = candidates.filter(({ value }) => isPlainWord(value))
    return await completionVerbs.printCandidates(plain, typed)
  },
}

async function read(path: string): Promise<unknown> {
  return await (await team()).request({ method: 'GET', path })
}

const sources: Readonly<Record<CandidateSource, () => Promise<readonly Candidate[]>>> = {
  sandboxes: async () =>
    (await (await team()).listSandboxes({ states: ['running', 'paused'] })).map(
      ({ sandboxId, state, template }) => ({
        value: sandboxId,
        description: `${state ?? ''} ${template ?? ''}`,
      }),
    ),
  templates: async () =>
    (await (await team()).listTemplates()).flatMap(({ name, templateId, status }) =>
      (name ?? templateId ?? '').split(', ').map((value) => ({ value, description: status ?? '' })),
    ),
  volumes: async () =>
    parseVolumes(await read('/volumes')).map(({ name, volumeId }) => ({
      value: name,
      description: volumeId,
    })),
  nodes: async () => {
    const { admin } = await import('./context.ts')
    const nodes = parseNodes(await (await admin()).request({ method: 'GET', path: '/nodes' }))
    return nodes.map(({ nodeId, status }) => ({ value: nodeId, description: status ?? '' }))
  },
  webhooks: async () =>
    parseWebhooks(await read('/events/webhooks')).map(({ webhookId, url }) => ({
      value: webhookId,
      description: url ?? '',
    })),
  keys: async () =>
    parseKeys(await read('/api-keys')).map(({ keyId, name }) => ({ value: keyId, description: name ?? '' })),
  secrets: async () =>
    parseSecrets(await read('/secrets')).map(({ name, secretId }) => ({
      value: name ?? secretId,
      description: secretId,
    })),
  profiles: async () =>
    (await listProfileNames(profileStore(ownEnvironment))).map((value) => ({ value, description: '' })),
}
