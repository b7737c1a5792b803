import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { useBusy } from './busy.ts'
import { Dialog } from './dialog.tsx'

export interface FieldProps {
  readonly label: string
  readonly hint?: ComponentChildren
  readonly children: (id: string) => ComponentChildren
}

export function Field({ label, hint, children }: FieldProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
      {hint === undefined ? null : <p class="hint">{hint}</p>}
    </div>
  )
}

export interface FormProps {
  readonly submit: string
  /** May throw: the form stays, with the error. */
  readonly onSubmit: (values: FormData) => Promise<void>
  readonly children: ComponentChildren
}

/** The values are read when it is submitted. */
export function Form({ submit, onSubmit, children }: FormProps) {
  const [error, setError] = useState<string>()
  const { start, attributes } = useBusy()
  const send = (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    return start(async () => {
      setError(undefined)
      try {
        await onSubmit(values)
      } catch (failure) {
        setError(failure instanceof Error ? failure.message : String(failure))
      }
    })
  }
  return (
    <form onSubmit={(event) => void send(event)}>
      {children}
      <div role="alert">{error === undefined ? null : <p class="form-error">{error}</p>}</div>
      <div class="buttons">
        <button type="submit" class="primary" {...attributes}>
          {submit}
        </button>
      </div>
    </form>
  )
}

export interface FormDialogProps extends FormProps {
  readonly title: string
  readonly onClose: () => void
}

export function FormDialog({ title, onClose, ...form }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form {...form} />
    </Dialog>
  )
}

/** Trimmed. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
