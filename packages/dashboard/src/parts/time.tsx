import { formatTime } from '../rules/format.ts'

export function Time({ iso }: { readonly iso: string }) {
  return (
    <time class="nowrap" dateTime={iso} title={iso}>
      {formatTime(iso, Date.now())}
    </time>
  )
}
