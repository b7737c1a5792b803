import { timestampDate } from '@bufbuild/protobuf/wkt'
import { type EntryInfo, FileType } from '@cay/contract/gen/filesystem/filesystem_pb.js'
import { Action } from '../../parts/action.tsx'
import { notify } from '../../parts/notices.tsx'
import type { Cell } from '../../parts/virtual-list.tsx'
import { formatBytes, formatTime } from '../../rules/format.ts'
import type { Daemon } from '../../sandbox/daemon.ts'
import { transfer } from '../../sandbox/transfers.ts'

export const entryColumns = ['Name', 'Size', 'Changed', 'Owner', 'Permissions', 'Actions'] as const

export function isDirectory({ type }: EntryInfo): boolean {
  return type === FileType.DIRECTORY
}

export interface EntryActions {
  readonly daemon: Daemon
  readonly onOpen: () => void
  readonly onChanged: () => void
}

export function entryCells(entry: EntryInfo, actions: EntryActions): readonly Cell[] {
  const { name, size, owner, permissions, modifiedTime, symlinkTarget } = entry
  const changed = modifiedTime === undefined ? '' : timestampDate(modifiedTime).toISOString()
  return [
    {
      class: 'cell-id',
      content: (
        <>
          <button type="button" class="link" onClick={actions.onOpen}>
            {isDirectory(entry) ? `${name}/` : name}
          </button>
          {symlinkTarget === undefined ? null : ` → ${symlinkTarget}`}
        </>
      ),
    },
    { class: 'cell-minor', content: isDirectory(entry) ? '' : formatBytes(Number(size)) },
    { class: 'cell-minor', title: changed, content: changed === '' ? '' : formatTime(changed, Date.now()) },
    { class: 'cell-minor', content: owner },
    { class: 'cell-minor mono', content: permissions },
    { class: 'cell-actions', content: <EntryButtons entry={entry} {...actions} /> },
  ]
}

function EntryButtons({ entry, daemon, onChanged }: EntryActions & { readonly entry: EntryInfo }) {
  const { name, path } = entry
  const remove = async () => {
    await daemon.files.remove({ path })
    notify('done', `Deleted ${path}`)
    onChanged()
  }
  return (
    <>
      {isDirectory(entry) ? null : (
        <Action run={() => saveFile(daemon, entry)} label={`Download ${name}`}>
          Download
        </Action>
      )}
      <Action
        run={remove}
        class="danger"
        label={`Delete ${name}`}
        confirm={`This deletes ${path}${isDirectory(entry) ? ' with all that is in it' : ''}.`}
      >
        Delete
      </Action>
    </>
  )
}

/** The browser asks where to, or has a place for it. */
async function saveFile(daemon: Daemon, { path, name, size }: EntryInfo): Promise<void> {
  const subject = { sandboxID: daemon.sandboxID, verb: 'download' as const, name, totalBytes: Number(size) }
  await transfer(subject, async (options) => {
    const url = URL.createObjectURL(await daemon.download(path, options))
    const link = document.createElement('a')
    link.href = url
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  })
}
