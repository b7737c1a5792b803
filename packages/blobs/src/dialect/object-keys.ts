/**
 * Keys of objects. An object of a build has the name of its content, so equal files of two builds are stored once; an
 * object of an encrypted artifact has the artifact's name, because nothing else can be equal to it.
 */
export const buildPrefix = 'b/'
export const artifactPrefix = 's/'

export const contentKey = (sha256: string) => `${buildPrefix}${sha256}`
export const artifactKey = (artifactId: string, object: number) => `${artifactPrefix}${artifactId}/${object}`
/** Of an object that only shows that the store can be used. */
export const checkKey = (name: string) => `c/${name}`

const artifactIdShape = /^[A-Za-z0-9_-]{1,64}$/
const contentKeyShape = /^b\/[0-9a-f]{64}$/
const keyShape = /^[a-z]\/[A-Za-z0-9_-]{1,64}(\/\d{1,9})?$/

export const isArtifactId = (text: string) => artifactIdShape.test(text)
export const isContentKey = (key: string) => contentKeyShape.test(key)
/** One of ours: safe as a path below a directory and in a URL as it is. */
export const isObjectKey = (key: string) => keyShape.test(key)
