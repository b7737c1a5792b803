import type { ComponentChildren } from 'preact'

export interface TableProps<T> {
  readonly label: string
  readonly head: readonly string[]
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string
  /** A cell for each of the head. */
  readonly row: (item: T) => readonly ComponentChildren[]
}

/** For tables of a few hundred rows. */
export function Table<T>({ label, head, items, keyOf, row }: TableProps<T>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys
    <section class="scroll" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title === '' ? <span class="unseen">Actions</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)}>
              {row(item).map((cell, index) => (
                <td key={head[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
