// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed by their number cannot be those of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: what is in the cells can have the focus, cells cannot
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys
/** A table of any length: only the rows in sight are in the document. All rows have one height. */
import { Component, type ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Rows, rowsInSight } from '../rules/rows-in-sight.ts'

export interface Cell {
  readonly content: ComponentChildren
  readonly class?: string
  /** The whole text of a content that may be cut off. */
  readonly title?: string
}

export interface VirtualListProps<T> {
  readonly label: string
  /** Says how wide the columns are: style/list.css. */
  readonly kind: 'sandboxes' | 'files'
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string
  readonly head: readonly string[]
  /** A cell for each of the head. */
  readonly row: (item: T) => readonly Cell[]
}

/** Of a row in pixels: as in style/list.css. */
const heights = { wide: 44, narrow: 76 }
const narrow = matchMedia('(max-width: 760px)')

export function VirtualList<T>({ label, kind, items, keyOf, head, row }: VirtualListProps<T>) {
  const box = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight()
  const { first, end } = useRowsInSight(box, { rowHeight, count: items.length })
  return (
    <div class={`list ${kind}`} role="table" aria-label={label} aria-rowcount={items.length + 1}>
      <div class="list-head" role="rowgroup">
        <div class="list-row" role="row" aria-rowindex={1}>
          {head.map((name) => (
            <div key={name} role="columnheader">
              {name}
            </div>
          ))}
        </div>
      </div>
      <div class="list-body" role="rowgroup" ref={box} tabIndex={0} aria-label={`${label}, rows`}>
        <div class="list-all" role="presentation" style={{ height: `${items.length * rowHeight}px` }}>
          {items.slice(first, end).map((item, index) => (
            <Row key={keyOf(item)} {...{ item, index: first + index, rowHeight, head, row }} />
          ))}
        </div>
      </div>
    </div>
  )
}

interface RowProps<T> extends Pick<VirtualListProps<T>, 'head' | 'row'> {
  readonly item: T
  readonly index: number
  readonly rowHeight: number
}

/** Drawn again when it has changed, and not because others came into sight. */
class Row<T> extends Component<RowProps<T>> {
  override shouldComponentUpdate(next: RowProps<T>): boolean {
    const { item, index, rowHeight, row } = this.props
    return item !== next.item || index !== next.index || rowHeight !== next.rowHeight || row !== next.row
  }

  override render({ item, index, rowHeight, head, row }: RowProps<T>) {
    return (
      <div
        class="list-row"
        role="row"
        aria-rowindex={index + 2}
        style={{ transform: `translateY(${index * rowHeight}px)` }}
      >
        {row(item).map(({ content, ...attributes }, column) => (
          <div key={head[column]} role="cell" {...attributes}>
            {content}
          </div>
        ))}
      </div>
    )
  }
}

function useRowHeight(): number {
  const [isNarrow, setNarrow] = useState(narrow.matches)
  useEffect(() => {
    const follow = () => setNarrow(narrow.matches)
    narrow.addEventListener('change', follow)
    // It may have changed since the first paint.
    follow()
    return () => narrow.removeEventListener('change', follow)
  }, [])
  return isNarrow ? heights.narrow : heights.wide
}

/** Draws anew only when rows come into sight or leave it: not at each step of a scroll. */
function useRowsInSight(
  box: { readonly current: HTMLDivElement | null },
  { rowHeight, count }: { readonly rowHeight: number; readonly count: number },
): Rows {
  const [, setDrawn] = useState<Rows>()
  // Before the list is measured, as much as fits on a usual screen.
  const measured = useRef({ top: 0, height: 800 })
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const follow = () => {
      measured.current = { top: element.scrollTop, height: element.clientHeight }
      const next = rowsInSight({ ...measured.current, rowHeight, count })
      setDrawn((last) => (last?.first === next.first && last.end === next.end ? last : next))
    }
    follow()
    element.addEventListener('scroll', follow, { passive: true })
    const resized = new ResizeObserver(follow)
    resized.observe(element)
    return () => {
      element.removeEventListener('scroll', follow)
      resized.disconnect()
    }
  }, [box, rowHeight, count])
  return rowsInSight({ ...measured.current, rowHeight, count })
}
