/** Which versions of the official clients `npm run compatibility -- --versions` tries: old and new ones that users have pinned. */
export const languages = ['javascript', 'python'] as const
export type Language = (typeof languages)[number]

/** Oldest first. The last one of each is that of the other tests. */
export const versionsTried: Readonly<Record<Language, readonly string[]>> = {
  javascript: [
    ...['1.0.7', '1.2.5', '1.5.3', '1.9.1', '1.13.2'],
    ...['2.0.3', '2.3.3', '2.6.4', '2.10.4', '2.14.1', '2.20.1', '2.28.2', '2.39.0', '2.45.0', '2.51.0'],
  ],
  python: [
    ...['1.0.6', '1.2.1', '1.3.5', '1.5.6', '1.7.1', '1.11.1'],
    ...['2.0.2', '2.6.4', '2.10.2', '2.15.3', '2.20.3', '2.29.6', '2.39.1', '2.46.4', '2.55.1', '2.63.0'],
  ],
}
