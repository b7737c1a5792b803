/** The newest versions of the official clients that the conformance tests have run with, by what their requests call themselves. */
export const testedClients: Readonly<Record<string, string>> = { js: '2.51.0', python: '2.63.0' }

/** What requests of the official clients say about them. */
export const clientHeaders = { language: 'lang', version: 'package_version' } as const
