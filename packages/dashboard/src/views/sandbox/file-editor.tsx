import { useEffect, useRef, useState } from 'preact/hooks'
import { Action, perform } from '../../parts/action.tsx'
import { notify } from '../../parts/notices.tsx'
import { Empty, Failure, Loading } from '../../parts/states.tsx'
import { formatBytes } from '../../rules/format.ts'
import { decodeText, editedBytesMax } from '../../rules/text-file.ts'
import type { Daemon } from '../../sandbox/daemon.ts'

interface FileEditorProps {
  readonly daemon: Daemon
  readonly path: string
  readonly onClose: () => void
}

export function FileEditor({ daemon, path, onClose }: FileEditorProps) {
  const [content, setContent] = useState<Content>()
  useEffect(() => {
    const left = new AbortController()
    readContent(daemon, path, left.signal).then(setContent, (error: unknown) => {
      if (!left.signal.aborted)
        setContent({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
    })
    return () => left.abort()
  }, [daemon, path])
  return (
    <section aria-label={`File ${path}`}>
      <div class="filters">
        <button type="button" onClick={onClose}>
          Back to the directory
        </button>
        <code>{path}</code>
      </div>
      {content === undefined ? <Loading /> : <Shown content={content} daemon={daemon} path={path} />}
    </section>
  )
}

type Content =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'other'; readonly why: string }
  | { readonly kind: 'failed'; readonly error: Error }

async function readContent(daemon: Daemon, path: string, signal: AbortSignal): Promise<Content> {
  const { entry } = await daemon.files.stat({ path }, { signal })
  const size = Number(entry?.size ?? 0)
  if (size > editedBytesMax)
    return { kind: 'other', why: `It has ${formatBytes(size)}: files of up to 1 MiB can be edited here.` }
  const bytes = new Uint8Array(await (await daemon.download(path, { signal })).arrayBuffer())
  const text = decodeText(bytes)
  return text === undefined
    ? { kind: 'other', why: 'It is no text in UTF-8 with plain line ends.' }
    : { kind: 'text', text }
}

interface ShownProps {
  readonly content: Content
  readonly daemon: Daemon
  readonly path: string
}

function Shown({ content, daemon, path }: ShownProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const save = async () => {
    await daemon.upload(path, new Blob([field.current?.value ?? '']))
    notify('done', `Saved ${path}`)
  }
  if (content.kind === 'failed') return <Failure error={content.error} />
  if (content.kind === 'other')
    return (
      <Empty title="This file cannot be edited here">
        <p>{content.why}</p>
      </Empty>
    )
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void perform(save)
  }
  return (
    <>
      <textarea
        ref={field}
        class="editor"
        aria-label={`Content of ${path}`}
        defaultValue={content.text}
        spellcheck={false}
        onKeyDown={onKeyDown}
      />
      <div class="buttons">
        <Action run={save} class="primary">
          Save
        </Action>
        <p class="hint">
          <kbd>Ctrl</kbd>+<kbd>S</kbd>
        </p>
      </div>
    </>
  )
}
