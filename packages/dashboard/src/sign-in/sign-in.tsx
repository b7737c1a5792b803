import { ApiError, connectAsAdmin, connectAsTeam, take } from '../api/api.ts'
import { Field, Form, textOf } from '../parts/form.tsx'
import { type Session, signIn, signOutReason } from '../session.ts'
import { useStore } from '../store.ts'

export function SignIn() {
  const reason = useStore(signOutReason)
  return (
    <main class="sign-in">
      <h1>Cay</h1>
      {reason === undefined ? null : (
        <p class="banner" role="alert">
          {reason}
        </p>
      )}
      <Form submit="Sign in" onSubmit={checkAndSignIn}>
        <Field label="API key" hint="The team's key, as `cay up` prints it. It is kept in this tab only.">
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
            {(id) => (
              <input id={id} name="adminToken" type="password" autocomplete="off" spellcheck={false} />
            )}
          </Field>
        </details>
      </Form>
      <p class="hint">
        <a href="docs">API reference</a>
      </p>
    </main>
  )
}

async function checkAndSignIn(values: FormData): Promise<void> {
  const adminToken = textOf(values, 'adminToken')
  const opened: Session = { apiKey: textOf(values, 'apiKey'), ...(adminToken === '' ? {} : { adminToken }) }
  await checked(() => take(connectAsTeam(opened).GET('/teams')), 'This API key is not valid.')
  if (adminToken !== '')
    await checked(() => take(connectAsAdmin(adminToken).GET('/nodes')), 'This admin token is not valid.')
  signIn(opened)
}

async function checked(call: () => Promise<unknown>, refused: string): Promise<void> {
  try {
    await call()
  } catch (error) {
    throw error instanceof ApiError && error.status === 401 ? new Error(refused, { cause: error }) : error
  }
}
