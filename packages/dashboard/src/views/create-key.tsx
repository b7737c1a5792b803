import { useState } from 'preact/hooks'
import { Field, FormDialog } from '../parts/form.tsx'
import { formatTime } from '../rules/format.ts'
import { keyLives } from '../rules/key-expiry.ts'

/** Those of the roles of users, and those that keys alone have. */
export const scopes = [
  { value: 'full', title: 'Everything' },
  { value: 'admin', title: 'Everything, as an admin' },
  { value: 'member', title: 'Everything but keys, as a member' },
  { value: 'read-only', title: 'Only what changes nothing, as a reader' },
  { value: 'sandbox-only', title: 'Sandboxes only' },
] as const

interface CreateKeyProps {
  /** Of the key that creates it, which it cannot outlive. */
  readonly expiresAt: string | null
  readonly onCreate: (values: FormData) => Promise<void>
  readonly onClose: () => void
}

export function CreateKey({ expiresAt, onCreate, onClose }: CreateKeyProps) {
  const [life, setLife] = useState<string>('never')
  const hint =
    expiresAt === null
      ? undefined
      : `Yours expires at ${formatTime(expiresAt, Date.now())}, and so does this one unless it does earlier.`
  return (
    <FormDialog title="Create API key" submit="Create" onSubmit={onCreate} onClose={onClose}>
      <Field label="Name">{(id) => <input id={id} name="name" required maxLength={128} />}</Field>
      <Field label="Allows">{(id) => <Choice id={id} name="scope" choices={scopes} />}</Field>
      <Field label="Expires" hint={hint}>
        {(id) => <Choice id={id} name="life" choices={keyLives} onChoose={setLife} />}
      </Field>
      {life === 'day' ? (
        <Field label="Last day">{(id) => <input id={id} name="day" type="date" required />}</Field>
      ) : null}
    </FormDialog>
  )
}

interface ChoiceProps {
  readonly id: string
  readonly name: string
  readonly choices: readonly { readonly value: string; readonly title: string }[]
  readonly onChoose?: (value: string) => void
}

function Choice({ id, name, choices, onChoose }: ChoiceProps) {
  return (
    <select id={id} name={name} onChange={({ currentTarget }) => onChoose?.(currentTarget.value)}>
      {choices.map(({ value, title }) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </select>
  )
}
