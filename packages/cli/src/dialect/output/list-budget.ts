/** What one list takes of an API: its pages may have no end. */

const pagesMax = 10_000
/** Characters of all pages. */
const lengthMax = 256 * 1024 * 1024

export class ListBudget {
  #pages = 0
  #length = 0

  /** Counts a page and its characters. Throws when there are more than any list has. */
  takePage(length = 0): void {
    this.#pages += 1
    this.#length += length
    if (this.#length > lengthMax) throw new Error(`the list has more than ${lengthMax} characters`)
    if (this.#pages > pagesMax) throw new Error(`the list has more than ${pagesMax} pages`)
  }
}
