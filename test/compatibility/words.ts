/** What the page says of a call beside whether it works. A key that ends in `*` is for all calls that begin so. */
export type Words = Readonly<Record<string, string>>

/** Calls that this service has no answer to, and why. */
export const notThere: Words = {
  'Volume.*': 'there are no volumes yet',
  'volume.*': 'there are no volumes yet',
  'template.addMcpServer': 'there is no template `mcp-gateway`',
  'sandbox.getMcpToken': 'there is no template `mcp-gateway`',
  'template.betaDevContainer*': 'there is no template `devcontainer`',
  'template.betaSetDevContainerStart': 'there is no template `devcontainer`',
  'auth login': "it opens the vendor's login page; set `E2B_API_KEY` instead",
}

/** Calls that no test makes, and why. */
export const notExercised: Words = {
  'template.fromImage': 'here, but in `test/machine/template-images.test.ts`, with a registry of its own',
  'template.fromAWSRegistry': 'the account of a cloud is needed',
  'template.fromGCPRegistry': 'the account of a cloud is needed',
  'template.from*': 'it is `fromImage` with a name of a public registry',
  'template.aptInstall': 'it is `runCmd` of a program that needs a package index',
  'template.bunInstall': 'it is `runCmd` of a program that `base` does not have',
  'auth configure': 'it goes on from `auth login`',
}

/** What is different here. */
export const differences: Words = {
  'Sandbox.create': '`volumeMounts` is refused, and `mcp` asks for a template that is not there',
  'sandbox.getMcpUrl': 'nothing answers there: there is no template `mcp-gateway`',
  'template.fromBaseImage': 'it is the template `base`',
  'template create': '`FROM e2bdev/base` is the template `base`; any other image comes from its registry',
  'template list': 'of the team of the key, which is also the only one for `--project`',
  'sandbox create': "the link that it prints leads to the vendor's dashboard",
  'sandbox connect': "the link that it prints leads to the vendor's dashboard",
  'sandbox kill': 'of an unknown sandbox: the client says so and ends with 0',
  'sandbox metrics': 'with `--follow` the client goes on after the end of the sandbox',
  'auth info': 'of a file that somebody else has written: there is no `auth login`',
  'auth logout': 'of a file that somebody else has written: there is no `auth login`',
}

export function wordsFor(words: Words, call: string): string | undefined {
  const key = Object.keys(words).find((each) =>
    each.endsWith('*') ? call.startsWith(each.slice(0, -1)) : each === call,
  )
  return key === undefined ? undefined : words[key]
}
