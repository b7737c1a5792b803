/** The files of tests from which the page is written. */
import { filesBelow } from '../repo/tree.ts'

/** The conformance tests, and one whose template takes minutes to build. */
export function testsOfClients(): readonly string[] {
  const conformance = filesBelow('test/conformance').filter((path) => path.endsWith('.test.ts'))
  return [...conformance, 'test/templates/desktop.test.ts']
}
