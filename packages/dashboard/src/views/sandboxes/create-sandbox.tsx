import { take } from '../../api/api.ts'
import { useApi } from '../../api/context.ts'
import { Field, FormDialog, textOf } from '../../parts/form.tsx'
import { goTo } from '../../routing.ts'
import { parsePairs } from '../../rules/pairs.ts'
import { hrefOf } from '../../rules/route.ts'
import { useLive } from '../../use-live.ts'

const templatesEveryMs = 60_000
const usualMinutes = 5

export function CreateSandbox({ onClose }: { readonly onClose: () => void }) {
  const api = useApi()
  const templates = useLive((signal) => take(api.GET('/v2/templates', { signal })), {
    everyMs: templatesEveryMs,
    key: '',
  })
  const create = async (values: FormData) => {
    const { sandboxID } = await take(api.POST('/v2/sandboxes', { body: readRequest(values) }))
    onClose()
    goTo(hrefOf('sandboxes', sandboxID))
  }
  const names = (templates.data ?? []).flatMap(({ aliases, templateID }) => aliases[0] ?? templateID)
  return (
    <FormDialog title="Create sandbox" submit="Create" onSubmit={create} onClose={onClose}>
      <Field label="Template" hint="A name, with :tag for another build than the default one.">
        {(id) => (
          <input
            id={id}
            name="template"
            list="template-names"
            defaultValue="base"
            required
            spellcheck={false}
          />
        )}
      </Field>
      <datalist id="template-names">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field label="Timeout in minutes">
        {(id) => (
          <input id={id} name="minutes" type="number" min="1" defaultValue={String(usualMinutes)} required />
        )}
      </Field>
      <Field label="At the timeout">
        {(id) => (
          <select id={id} name="onTimeout">
            <option value="kill">Kill it</option>
            <option value="pause">Pause it, and resume it on traffic</option>
          </select>
        )}
      </Field>
      <Field label="Metadata" hint="key=value, one a line.">
        {(id) => <textarea id={id} name="metadata" rows={2} spellcheck={false} />}
      </Field>
      <Field label="Environment variables" hint="NAME=value, one a line.">
        {(id) => <textarea id={id} name="envVars" rows={2} spellcheck={false} />}
      </Field>
      <label class="check">
        <input type="checkbox" name="internet" defaultChecked /> Internet access
      </label>
    </FormDialog>
  )
}

function readRequest(values: FormData) {
  const pauses = values.get('onTimeout') === 'pause'
  return {
    templateID: textOf(values, 'template'),
    timeout: Math.round(Number(textOf(values, 'minutes')) * 60),
    autoPause: pauses,
    autoPauseMemory: true,
    ...(pauses ? { autoResume: { enabled: true } } : {}),
    metadata: parsePairs(textOf(values, 'metadata')),
    envVars: parsePairs(textOf(values, 'envVars')),
    allow_internet_access: values.get('internet') !== null,
  }
}
