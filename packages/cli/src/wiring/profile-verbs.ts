import { addProfile, listProfiles, removeProfile, selectProfile } from '../app/profile/profile-commands.ts'
import type { ProfileVerbs } from '../commands/profile-commands.ts'
import { profileStore } from '../edge/profile/profile-store.ts'
import { ownEnvironment } from '../environment.ts'
import { printed, view } from './console.ts'
import { readValue } from './read-value.ts'

const store = profileStore(ownEnvironment)

export const profileVerbs: ProfileVerbs = {
  addProfile: async (request) =>
    printed(await addProfile(store, { ...request, apiKey: await readValue('API key') })),
  selectProfile: async (name) => printed(await selectProfile(store, name)),
  removeProfile: async (name) => printed(await removeProfile(store, name)),
  listProfiles: async (format) => printed(await listProfiles(store, view(format))),
}
