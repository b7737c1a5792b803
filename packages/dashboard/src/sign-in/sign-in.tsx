import { useEffect, useState } from 'preact/hooks'
import { openApi, type Schema, take } from '../api/api.ts'
import { exchangeCode } from '../api/tokens.ts'
import { Field, Form, textOf } from '../parts/form.tsx'
import { Loading } from '../parts/states.tsx'
import { signOutReason } from '../session.ts'
import { useStore } from '../store.ts'
import { goToProvider, type Returned, takeReturn } from './authorization.ts'
import { openSession } from './open-session.ts'

export function SignIn() {
  const reason = useStore(signOutReason)
  // The URL says it once.
  const [returned] = useState(takeReturn)
  const [arrival, setArrival] = useState(returned?.kind === 'code' ? returned : undefined)
  const [failure, setFailure] = useState(returned?.kind === 'refused' ? returned.why : undefined)
  useEffect(() => {
    if (arrival === undefined) return
    arrive(arrival)
      .catch((error: unknown) => setFailure(messageOf(error)))
      .finally(() => setArrival(undefined))
  }, [arrival])
  const said = failure ?? reason
  return (
    <main class="sign-in">
      <h1>Cay</h1>
      {said === undefined ? null : (
        <p class="banner" role="alert">
          {said}
        </p>
      )}
      {arrival === undefined ? (
        <>
          <ProviderButton onError={setFailure} />
          <KeyForm />
        </>
      ) : (
        <Loading />
      )}
      <p class="hint">
        <a href="docs">API reference</a>
      </p>
    </main>
  )
}

async function arrive({ code }: Returned & { readonly kind: 'code' }): Promise<void> {
  await openSession({ credential: { kind: 'user', ...(await exchangeCode(code)) } })
}

/** There only where the installation has an identity provider. */
function ProviderButton({ onError }: { readonly onError: (why: string) => void }) {
  const [signIn, setSignIn] = useState<Schema<'SignIn'>>()
  useEffect(() => {
    take(openApi.GET('/auth/sign-in')).then(setSignIn, () =>
      // An API key still opens the page.
      onError('The identity provider does not respond.'),
    )
  }, [])
  const provider = signIn?.oidc ?? undefined
  if (provider === undefined) return null
  const go = () => void goToProvider(provider).catch((error: unknown) => onError(messageOf(error)))
  return (
    <>
      <button type="button" class="primary wide" onClick={go}>
        Sign in with {new URL(provider.issuer).host}
      </button>
      <p class="or">or</p>
    </>
  )
}

function KeyForm() {
  return (
    <Form submit="Sign in" onSubmit={readAndOpen}>
      <Field
        label="API key"
        hint={
          <>
            The team's key, as <code>cay up</code> prints it. It is kept in this tab only.
          </>
        }
      >
        {(id) => (
          <input
            id={id}
            name="apiKey"
            type="password"
            autocomplete="current-password"
            required
            spellcheck={false}
          />
        )}
      </Field>
      <details>
        <summary>Administrator</summary>
        <Field
          label="Admin token (optional)"
          hint="The file admin-token of the data directory. Opens nodes, all teams and the whole audit log."
        >
          {(id) => <input id={id} name="adminToken" type="password" autocomplete="off" spellcheck={false} />}
        </Field>
      </details>
    </Form>
  )
}

async function readAndOpen(values: FormData): Promise<void> {
  const adminToken = textOf(values, 'adminToken')
  await openSession({
    credential: { kind: 'key', apiKey: textOf(values, 'apiKey') },
    ...(adminToken === '' ? {} : { adminToken }),
  })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
