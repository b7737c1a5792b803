import fc from 'fast-check'

/** Names of 1 to 4,096 bytes, with all that makes a path more likely than in arbitrary text. */
export const arbitraryName = fc.oneof(
  fc
    .array(fc.constantFrom('..', '.', 'a', 'b', ''), { minLength: 1, maxLength: 5 })
    .map((parts) => parts.join('/')),
  fc.uint8Array({ minLength: 1, maxLength: 4096 }).map((bytes) => Buffer.from(bytes).toString('utf8')),
  fc.uint8Array({ minLength: 1, maxLength: 4096 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1024 }),
  fc
    .array(fc.constantFrom('..', '.', '/', '\\', '\0', 'a', 'etc', '~', '%2e', '%2f', '\ud800', ' '), {
      minLength: 1,
      maxLength: 40,
    })
    .map((parts) => parts.join('')),
)
