/** What a browser and a program without one get to read of a sign-in. */

/** It loads nothing and runs nothing. */
export const loginPagePolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function renderLoginPage(title: string, text: string): string {
  const [head, body] = [title, text].map((one) => one.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? ''))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${head}</title></head><body><h1>${head}</h1><p>${body}</p></body></html>
`
}

export interface DeviceSteps {
  readonly userCode: string
  readonly page: string
  readonly waitUrl: string
}

export function renderDeviceSteps({ userCode, page, waitUrl }: DeviceSteps): string {
  const plain = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '')
  return `To sign in without a browser on this machine:

1. Open ${plain(page)} on any device and confirm the code ${plain(userCode)}
2. Run here: curl -sL '${plain(waitUrl)}'
`
}
