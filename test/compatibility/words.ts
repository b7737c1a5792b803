/**
 * What the page says of a call beside whether it works. A key that ends in `*` is for all calls that begin so, and a key in
 * JavaScript's spelling is for the same call in Python: `template.fromImage` for `template.from_image`.
 */
export type Words = Readonly<Record<string, string>>

/** Calls that this service has no answer to, and why. */
export const notThere: Words = {}

/** Calls that no test makes, and why. */
export const notExercised: Words = {
  'template.fromImage':
    '`test/machine/template-images.test.ts` and `test/templates/images.test.ts` make it with the client for JavaScript and registries of their own',
  'template.fromAWSRegistry':
    '`test/machine/template-registries.test.ts` makes it with the client for JavaScript and a stub of AWS',
  'template.fromGCPRegistry':
    '`test/machine/template-registries.test.ts` makes it with the client for JavaScript and a registry that takes such a key',
  'template.from*': 'it is `fromImage` with the name of a public registry',
  'template.aptInstall': 'it is `runCmd` of a program that needs a package index',
  'template.addMcpServer':
    '`test/templates/mcp-servers.test.ts` makes it with the client for JavaScript, where package indexes can be reached',
  'sandbox.getMcpToken': '`test/conformance/mcp-gateway.test.ts` makes it with the client for JavaScript',
  'template.betaDevContainer*':
    '`test/templates/devcontainer.test.ts` makes it with the client for JavaScript; its template takes minutes to build',
  'template.betaSetDevContainerStart':
    '`test/templates/devcontainer.test.ts` makes it with the client for JavaScript; its template takes minutes to build',
  'template.bunInstall': 'it is `runCmd` of a program that `base` does not have',
  'auth login':
    '`test/system/control-cli-login.test.ts` makes it: it takes an identity provider of yours (docs/keys.md)',
  'auth configure': 'it asks in a terminal which team of a user is meant',
}

/** What is different here. */
export const differences: Words = {
  'Sandbox.create':
    '`mcp` takes npm and Python packages and repositories, not container images (docs/templates.md)',
  'sandbox.getMcpUrl': 'it is always `https`, so Cay needs a domain',
  'template.fromBaseImage': 'it is the template `base`',
  'template create': '`FROM e2bdev/base` is the template `base`; any other image comes from its registry',
  'template list': 'for the team of the key, which is also the only one for `--project`',
  'sandbox create': "the link that it prints leads to the vendor's dashboard",
  'sandbox connect': "the link that it prints leads to the vendor's dashboard",
  'sandbox kill': 'for an unknown sandbox the client prints that it was not found and exits with 0',
  'sandbox metrics': 'with `--follow` the client does not exit at the end of the sandbox',
  'auth info': 'with the credential file that `auth login` writes',
  'auth logout': 'with the credential file that `auth login` writes',
}

export function wordsFor(words: Words, call: string): string | undefined {
  const spelled = spelling(call)
  const key = Object.keys(words).find((each) =>
    each.endsWith('*') ? spelled.startsWith(spelling(each.slice(0, -1))) : spelling(each) === spelled,
  )
  return key === undefined ? undefined : words[key]
}

/** The first letter tells a class from an instance. */
const spelling = (call: string) => call.slice(0, 1) + call.slice(1).replaceAll('_', '').toLowerCase()

/** Whether there is a reason why no test makes a call. */
export const isLeftOut = (call: string) =>
  [notThere, notExercised].some((words) => wordsFor(words, call) !== undefined)
