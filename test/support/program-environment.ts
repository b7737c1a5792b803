/** What a program of Cay that a test starts gets of this process' environment: no settings, which are the test's own. */
export function programEnvironment(): Record<string, string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return {
    ...(PATH === undefined ? {} : { PATH }),
    // It reads what the engine compiled before: half of the processor time of its start.
    ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
  }
}
