import type { EntryInfo } from '@cay/contract/gen/filesystem/filesystem_pb.js'
import { useState } from 'preact/hooks'
import { Field, FormDialog, textOf } from '../../parts/form.tsx'
import { notify } from '../../parts/notices.tsx'
import { Empty, Failure, Loaded, Loading } from '../../parts/states.tsx'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { plural } from '../../rules/format.ts'
import { crumbsOf, joinPath } from '../../rules/paths.ts'
import type { Daemon } from '../../sandbox/daemon.ts'
import { drafts } from '../../sandbox/drafts.ts'
import { transfer } from '../../sandbox/transfers.ts'
import { useDaemon } from '../../sandbox/use-daemon.ts'
import { useLive } from '../../use-live.ts'
import { FileEditor } from './file-editor.tsx'
import { entryCells, entryColumns, isDirectory } from './file-row.tsx'
import type { TabProps } from './tab.ts'
import { TransferList } from './transfer-list.tsx'

const everyMs = 5000
const home = '/home/user'

export function FilesTab({ sandbox }: TabProps) {
  const daemon = useDaemon(sandbox)
  if (daemon instanceof Error) return <Failure error={daemon} />
  const isRunning = sandbox.state === 'running'
  return daemon === undefined ? <Loading /> : <Files daemon={daemon} isRunning={isRunning} />
}

function Files({ daemon, isRunning }: { readonly daemon: Daemon; readonly isRunning: boolean }) {
  const [directory, setDirectory] = useState(home)
  const [edited, setEdited] = useState(() => drafts.get().get(daemon.sandboxID)?.path)
  const file = { daemon, isRunning, onClose: () => setEdited(undefined) }
  if (edited !== undefined) return <FileEditor key={edited} path={edited} {...file} />
  return <Directory daemon={daemon} path={directory} onGo={setDirectory} onEdit={setEdited} />
}

interface DirectoryProps {
  readonly daemon: Daemon
  readonly path: string
  readonly onGo: (path: string) => void
  readonly onEdit: (path: string) => void
}

function Directory({ daemon, path, onGo, onEdit }: DirectoryProps) {
  const load = async (signal: AbortSignal) => {
    const { entries } = await daemon.files.listDir({ path, depth: 1 }, { signal })
    return entries.toSorted(byKindAndName)
  }
  const live = useLive(load, { everyMs, key: path })
  const [isNaming, setNaming] = useState(false)
  const upload = (files: readonly File[]) => uploadAll(daemon, path, files).then(live.refresh)
  const makeDirectory = async (values: FormData) => {
    await daemon.files.makeDir({ path: joinPath(path, textOf(values, 'name')) })
    live.refresh()
    setNaming(false)
  }
  return (
    <>
      <div class="filters">
        <Crumbs path={path} onGo={onGo} />
        <div class="buttons">
          <UploadButton onChosen={(files) => void upload(files)} />
          <button type="button" onClick={() => setNaming(true)}>
            New directory
          </button>
        </div>
      </div>
      <TransferList sandboxID={daemon.sandboxID} />
      <Loaded live={live}>
        {(entries) =>
          entries.length === 0 ? (
            <Empty title="This directory is empty" />
          ) : (
            <VirtualList
              label={`Files in ${path}`}
              kind="files"
              items={entries}
              keyOf={({ name }) => name}
              head={entryColumns}
              row={(entry) =>
                entryCells(entry, {
                  daemon,
                  onOpen: () => (isDirectory(entry) ? onGo(entry.path) : onEdit(entry.path)),
                  onChanged: live.refresh,
                })
              }
            />
          )
        }
      </Loaded>
      {isNaming ? (
        <FormDialog
          title="New directory"
          submit="Create"
          onSubmit={makeDirectory}
          onClose={() => setNaming(false)}
        >
          <Field label="Name">{(id) => <input id={id} name="name" required spellcheck={false} />}</Field>
        </FormDialog>
      ) : null}
    </>
  )
}

function byKindAndName(one: EntryInfo, other: EntryInfo): number {
  return Number(isDirectory(other)) - Number(isDirectory(one)) || one.name.localeCompare(other.name, 'en')
}

/** One after another: a full disk, a lost connection or a cancelled one ends it. */
async function uploadAll(daemon: Daemon, directory: string, files: readonly File[]): Promise<void> {
  const { sandboxID } = daemon
  for (const file of files) {
    const subject = { sandboxID, verb: 'upload' as const, name: file.name, totalBytes: file.size }
    const path = joinPath(directory, file.name)
    if (!(await transfer(subject, (options) => daemon.upload(path, file, options)))) return
  }
  notify('done', `Uploaded ${plural(files.length, 'file')}`)
}

function UploadButton({ onChosen }: { readonly onChosen: (files: readonly File[]) => void }) {
  return (
    <label class="button">
      Upload
      <input
        class="unseen"
        type="file"
        multiple
        onChange={({ currentTarget }) => {
          onChosen([...(currentTarget.files ?? [])])
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
    </label>
  )
}

function Crumbs({ path, onGo }: { readonly path: string; readonly onGo: (path: string) => void }) {
  return (
    <nav class="crumbs" aria-label="Directory">
      {crumbsOf(path).map((crumb) => (
        <button
          key={crumb.path}
          type="button"
          class="quiet"
          {...(crumb.path === path ? { 'aria-current': 'location' as const } : {})}
          onClick={() => onGo(crumb.path)}
        >
          {crumb.name}
        </button>
      ))}
    </nav>
  )
}
