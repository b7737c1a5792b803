import { useEffect, useRef, useState } from 'preact/hooks'
import { Action, perform } from '../../parts/action.tsx'
import { notify } from '../../parts/notices.tsx'
import { Empty, Failure, Loading } from '../../parts/states.tsx'
import { formatBytes } from '../../rules/format.ts'
import { SerialSaves } from '../../rules/serial-saves.ts'
import { decodeText, editedBytesMax } from '../../rules/text-file.ts'
import type { Daemon } from '../../sandbox/daemon.ts'
import { type Draft, draftOf, drafts, dropDraft, keepDraft } from '../../sandbox/drafts.ts'
import { useStore } from '../../store.ts'

interface EditedFile {
  readonly daemon: Daemon
  readonly path: string
  /** Only the files of a running sandbox can be written. */
  readonly isRunning: boolean
}

/** A text that was changed before is shown with its changes. */
export function FileEditor({ onClose, ...file }: EditedFile & { readonly onClose: () => void }) {
  const { daemon, path } = file
  const { sandboxID } = daemon
  const [content, setContent] = useState(() => contentOf(draftOf(sandboxID, path)))
  const isChanged = useStore(drafts).get(sandboxID)?.path === path
  useEffect(() => {
    // It may have been changed since: another connection to the sandbox, as after a resume, does not replace it.
    if (content?.kind === 'text') return
    const left = new AbortController()
    readContent(daemon, path, left.signal).then(setContent, (error: unknown) => {
      if (!left.signal.aborted)
        setContent({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
    })
    return () => left.abort()
  }, [daemon, path])
  const leave = async () => {
    dropDraft(sandboxID, path)
    onClose()
  }
  const question = { confirm: `What was changed in ${path} is not saved.`, answer: 'Discard the changes' }
  return (
    <section aria-label={`File ${path}`}>
      <div class="filters">
        <Action run={leave} {...(isChanged ? question : {})}>
          Back to the directory
        </Action>
        <code>{path}</code>
      </div>
      {content === undefined ? <Loading /> : <Shown content={content} file={file} />}
    </section>
  )
}

type Content =
  | ({ readonly kind: 'text' } & Omit<Draft, 'path'>)
  | { readonly kind: 'other'; readonly why: string }
  | { readonly kind: 'failed'; readonly error: Error }

function contentOf(draft: Draft | undefined): Content | undefined {
  return draft === undefined ? undefined : { kind: 'text', text: draft.text, saved: draft.saved }
}

async function readContent(daemon: Daemon, path: string, signal: AbortSignal): Promise<Content> {
  const { entry } = await daemon.files.stat({ path }, { signal })
  const size = Number(entry?.size ?? 0)
  if (size > editedBytesMax)
    return { kind: 'other', why: `It has ${formatBytes(size)}: files of up to 1 MiB can be edited here.` }
  const bytes = new Uint8Array(await (await daemon.download(path, { signal })).arrayBuffer())
  const text = decodeText(bytes)
  return text === undefined
    ? { kind: 'other', why: 'It is no text in UTF-8 with plain line ends.' }
    : { kind: 'text', text, saved: text }
}

function Shown({ content, file }: { readonly content: Content; readonly file: EditedFile }) {
  if (content.kind === 'failed') return <Failure error={content.error} />
  if (content.kind === 'other')
    return (
      <Empty title="This file cannot be edited here">
        <p>{content.why}</p>
      </Empty>
    )
  return <TextEditor initial={content} file={file} />
}

/** Of all files: one that is saved may be opened again meanwhile. */
const saves = new SerialSaves()

interface TextEditorProps {
  readonly initial: Omit<Draft, 'path'>
  readonly file: EditedFile
}

function TextEditor({ initial, file: { daemon, path, isRunning } }: TextEditorProps) {
  const { sandboxID } = daemon
  const field = useRef<HTMLTextAreaElement>(null)
  const saved = useRef(initial.saved)
  const isChanged = useStore(drafts).get(sandboxID)?.path === path
  const note = () => {
    const text = field.current?.value ?? draftOf(sandboxID, path)?.text ?? saved.current
    keepDraft(sandboxID, { path, saved: saved.current, text })
  }
  const save = async () => {
    if (!isRunning) throw new Error(`${path} is not saved: the sandbox is paused. Resume it, and save then.`)
    const text = field.current?.value ?? ''
    await saves.ask(`${sandboxID}:${path}`, async () => {
      await daemon.upload(path, new Blob([text]))
      saved.current = text
      note()
      notify('done', `Saved ${path}`)
    })
  }
  const [saving, setSaving] = useState(0)
  const onSave = async () => {
    setSaving((count) => count + 1)
    await perform(save)
    setSaving((count) => count - 1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void onSave()
  }
  return (
    <>
      <textarea
        ref={field}
        class="editor"
        aria-label={`Content of ${path}`}
        defaultValue={initial.text}
        spellcheck={false}
        onInput={note}
        onKeyDown={onKeyDown}
      />
      <div class="buttons">
        <button type="button" class="primary" aria-busy={saving > 0} onClick={() => void onSave()}>
          Save
        </button>
        <p class="hint">
          <kbd>Ctrl</kbd>+<kbd>S</kbd>
        </p>
        <p class="hint" role="status">
          {describe({ isRunning, isChanged })}
        </p>
      </div>
    </>
  )
}

function describe({ isRunning, isChanged }: { isRunning: boolean; isChanged: boolean }): string {
  if (!isRunning) return 'The sandbox is paused: resume it to save this text.'
  return isChanged ? 'Not saved yet' : ''
}

interface UnsavedTextProps {
  readonly sandboxID: string
  readonly draft: Draft
}

/** What is left of a text whose sandbox has ended. */
export function UnsavedText({ sandboxID, draft: { path, text } }: UnsavedTextProps) {
  return (
    <section aria-label={`Unsaved text of ${path}`}>
      <p>
        What was changed in <code>{path}</code> was not saved. It can be copied from here.
      </p>
      <textarea class="editor" aria-label={`Content of ${path}`} readOnly value={text} />
      <div class="buttons">
        <Action run={async () => dropDraft(sandboxID, path)} class="danger">
          Discard the changes
        </Action>
      </div>
    </section>
  )
}
