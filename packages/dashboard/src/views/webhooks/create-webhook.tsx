import { take } from '../../api/api.ts'
import { useApi } from '../../api/context.ts'
import { Field, FormDialog, textOf } from '../../parts/form.tsx'
import { notify } from '../../parts/notices.tsx'

const types = ['created', 'paused', 'resumed', 'updated', 'checkpointed', 'killed'] as const

interface CreateWebhookProps {
  readonly onCreated: () => void
  readonly onClose: () => void
}

export function CreateWebhook({ onCreated, onClose }: CreateWebhookProps) {
  const api = useApi()
  const create = async (values: FormData) => {
    const chosen = types.filter((type) => values.get(type) !== null)
    if (chosen.length === 0) throw new Error('Choose one event at least.')
    const body = {
      name: textOf(values, 'name'),
      url: textOf(values, 'url'),
      signatureSecret: textOf(values, 'secret'),
      enabled: true,
      events: chosen.map((type) => `sandbox.lifecycle.${type}` as const),
    }
    await take(api.POST('/events/webhooks', { body }))
    notify('done', `Created ${body.name}`)
    onCreated()
    onClose()
  }
  return (
    <FormDialog title="Create webhook" submit="Create" onSubmit={create} onClose={onClose}>
      <Field label="Name">{(id) => <input id={id} name="name" required />}</Field>
      <Field label="URL">{(id) => <input id={id} name="url" type="url" required spellcheck={false} />}</Field>
      <Field label="Signature secret" hint="8 characters at least. It is never shown again.">
        {(id) => <input id={id} name="secret" type="password" autocomplete="off" minLength={8} required />}
      </Field>
      <fieldset>
        <legend>Events</legend>
        {types.map((type) => (
          <label key={type} class="check">
            <input type="checkbox" name={type} defaultChecked /> {type}
          </label>
        ))}
      </fieldset>
    </FormDialog>
  )
}
