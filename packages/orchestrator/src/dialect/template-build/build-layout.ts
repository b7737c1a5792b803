/** Where what builds keep lies below the data directory. Names are digests and UUIDs: nothing a user wrote is a path. */
export function buildStoreLayout(dataDir: string) {
  const root = `${dataDir}/builder`
  const checked = (name: string) => {
    if (!/^[0-9a-f][0-9a-f-]{15,63}$/.test(name))
      throw new TypeError(`"${name}" cannot be a name in the store of builds`)
    return name
  }
  return {
    root,
    /** What builds at work write; emptied by every start. */
    scratch: `${root}/scratch`,
    /** Builds in the making; emptied by every start. */
    making: `${root}/making`,
    /** Archives that steps copy from, by team and hash. */
    files: (teamId: string) => `${root}/files/${checked(teamId)}`,
    /** Things that are kept, each a directory: by kind, team and key. */
    layers: (teamId: string) => `${root}/layers/${checked(teamId)}`,
    bases: (teamId: string) => `${root}/bases/${checked(teamId)}`,
    /** An image's parts by digest. */
    images: (teamId: string) => `${root}/images/${checked(teamId)}`,
    stepProgram: `${root}/steps.mjs`,
    checked,
  }
}

export type BuildStoreLayout = ReturnType<typeof buildStoreLayout>
