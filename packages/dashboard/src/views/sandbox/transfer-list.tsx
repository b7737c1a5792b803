import { formatBytes } from '../../rules/format.ts'
import { type Transfer, transfers } from '../../sandbox/transfers.ts'
import { useStore } from '../../store.ts'

/** Of one sandbox; nothing while there are none. */
export function TransferList({ sandboxID }: { readonly sandboxID: string }) {
  const shown = useStore(transfers).filter((one) => one.sandboxID === sandboxID)
  if (shown.length === 0) return null
  return (
    <ul class="transfers" aria-label="Transfers">
      {shown.map((one) => (
        <TransferRow key={one.id} transfer={one} />
      ))}
    </ul>
  )
}

function TransferRow({ transfer }: { readonly transfer: Transfer }) {
  const { verb, name, doneBytes, totalBytes, cancel } = transfer
  const title = `${verb === 'upload' ? 'Uploading' : 'Downloading'} ${name}`
  return (
    <li>
      <span class="transfer-name">{title}</span>
      {/* Of an empty file nothing is left to do. */}
      <progress aria-label={title} value={totalBytes === 0 ? 1 : doneBytes} max={Math.max(totalBytes, 1)} />
      <span class="hint">
        {formatBytes(doneBytes)} of {formatBytes(totalBytes)}
      </span>
      <button type="button" aria-label={`Cancel the ${verb} of ${name}`} onClick={cancel}>
        Cancel
      </button>
    </li>
  )
}
