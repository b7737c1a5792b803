import { useState } from 'preact/hooks'
import { type Schema, take, takePage } from '../../api/api.ts'
import { useApi } from '../../api/context.ts'
import { Allowed } from '../../parts/allowed.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Field, FormDialog, textOf } from '../../parts/form.tsx'
import { notify } from '../../parts/notices.tsx'
import { Empty, Loaded } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { parseList } from '../../rules/lists.ts'
import { listsForForm, losesProxy, networkChangeOf } from '../../rules/network-change.ts'
import { useLive } from '../../use-live.ts'
import type { SandboxDetail, TabProps } from './tab.ts'

type Network = Schema<'SandboxNetworkConfig'>

const everyMs = 3000

export function NetworkTab({ sandbox, onChanged }: TabProps) {
  const [isEditing, setEditing] = useState(false)
  const { allowInternetAccess } = sandbox
  const network: Partial<Network> = sandbox.network ?? {}
  return (
    <>
      <section class="section">
        <h2>Egress policy</h2>
        <Facts
          facts={[
            ['Internet access', allowInternetAccess === false ? 'denied' : 'as the rules say'],
            ['Allowed', listed(network.allowOut, 'nothing in particular')],
            ['Denied', listed(network.denyOut, 'nothing but private networks')],
            ['Header rules', listed(Object.keys(network.rules ?? {}), 'none')],
            ['Upstream proxy', network.egressProxy?.address ?? 'none'],
            [
              'URLs of the sandbox',
              network.allowPublicTraffic === false ? 'need its traffic token' : 'are public',
            ],
          ]}
        />
        <Allowed to="setSandboxNetwork">
          <div class="buttons section">
            <button type="button" onClick={() => setEditing(true)}>
              Change rules
            </button>
          </div>
        </Allowed>
      </section>
      <Allowed to="listEvents">
        <Refusals sandboxID={sandbox.sandboxID} />
      </Allowed>
      {isEditing ? (
        <RulesDialog sandbox={sandbox} onChanged={onChanged} onClose={() => setEditing(false)} />
      ) : null}
    </>
  )
}

function listed(entries: readonly string[] | undefined, none: string): string {
  return entries === undefined || entries.length === 0 ? none : entries.join(', ')
}

interface RulesDialogProps {
  readonly sandbox: SandboxDetail
  readonly onChanged: () => void
  readonly onClose: () => void
}

function RulesDialog({ sandbox, onChanged, onClose }: RulesDialogProps) {
  const api = useApi()
  const { sandboxID, allowInternetAccess } = sandbox
  const network: Partial<Network> = sandbox.network ?? {}
  const present = { network, allowInternetAccess }
  const { allowOut, denyOut } = listsForForm(present)
  const save = async (values: FormData) => {
    const lists = {
      allowOut: parseList(textOf(values, 'allowOut')),
      denyOut: parseList(textOf(values, 'denyOut')),
    }
    const closeExisting = values.get('closeExisting') !== null
    const body = { ...networkChangeOf(present, lists), closeExisting }
    await take(api.PUT('/sandboxes/{sandboxID}/network', { params: { path: { sandboxID } }, body }))
    notify('done', 'The new rules are in force')
    onChanged()
    onClose()
  }
  return (
    <FormDialog title="Egress policy" submit="Apply" onSubmit={save} onClose={onClose}>
      {!losesProxy(network) ? null : (
        <p class="banner">
          The upstream proxy {network.egressProxy?.address} is removed: its password is not known here.
        </p>
      )}
      <Field
        label="Allowed"
        hint="Addresses, networks and domains, one a line. Domains need 0.0.0.0/0 to be denied."
      >
        {(id) => (
          <textarea id={id} name="allowOut" rows={4} defaultValue={allowOut.join('\n')} spellcheck={false} />
        )}
      </Field>
      <Field label="Denied" hint="IPv4 addresses and networks, one a line.">
        {(id) => (
          <textarea id={id} name="denyOut" rows={4} defaultValue={denyOut.join('\n')} spellcheck={false} />
        )}
      </Field>
      <label class="check">
        <input type="checkbox" name="closeExisting" defaultChecked /> Close open connections that are not
        allowed any more
      </label>
    </FormDialog>
  )
}

function Refusals({ sandboxID }: { readonly sandboxID: string }) {
  const api = useApi()
  const load = async (signal: AbortSignal) => {
    const query = { sandboxID, kind: 'networkRefused' }
    return (await takePage(api.GET('/events', { params: { query }, signal }))).data
  }
  const live = useLive(load, { everyMs, key: sandboxID })
  return (
    <section class="section">
      <h2>Denied connections and DNS queries</h2>
      <Loaded live={live}>
        {(events) =>
          events.length === 0 ? (
            <Empty title="Nothing was denied" />
          ) : (
            <Table
              label="Denials"
              head={['Time', 'What and why']}
              items={events}
              keyOf={({ id }) => id}
              row={({ timestamp, reason = '' }) => [<Time key="time" iso={timestamp} />, reason]}
            />
          )
        }
      </Loaded>
    </section>
  )
}
