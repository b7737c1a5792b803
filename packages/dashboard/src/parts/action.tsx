import type { OperationId } from '@cay/contract/gen/control/operations.js'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useMay } from '../api/context.ts'
import { useBusy } from './busy.ts'
import { Dialog } from './dialog.tsx'
import { notify } from './notices.tsx'

export interface ActionProps {
  readonly run: () => Promise<void>
  /** The call that it makes: there is no button for somebody who may not. */
  readonly needs?: OperationId
  readonly class?: string
  /** A question that is asked first. */
  readonly confirm?: string
  /** What answers it with yes; absent: the content of the button. */
  readonly answer?: string
  /** What the button is called where its content is a sign or is not unique. */
  readonly label?: string
  readonly children: ComponentChildren
}

/** A button for something that takes a while and may fail. */
export function Action({ needs, ...action }: ActionProps) {
  const may = useMay()
  return needs === undefined || may(needs) ? <ActionButton {...action} /> : null
}

function ActionButton({
  run,
  class: style = '',
  confirm,
  answer,
  label,
  children,
}: Omit<ActionProps, 'needs'>) {
  const { isBusy, start, attributes } = useBusy()
  const [isAsking, setAsking] = useState(false)
  const begin = () => void start(async () => void (await perform(run)))
  const onClick = () => {
    if (confirm === undefined) begin()
    else if (!isBusy) setAsking(true)
  }
  return (
    <>
      <button
        type="button"
        class={style}
        {...attributes}
        {...(label === undefined ? {} : { 'aria-label': label })}
        onClick={onClick}
      >
        {children}
      </button>
      {isAsking && confirm !== undefined ? (
        <Question text={confirm} answer={answer ?? children} onYes={begin} onClose={() => setAsking(false)} />
      ) : null}
    </>
  )
}

interface QuestionProps {
  readonly text: string
  readonly answer: ComponentChildren
  readonly onYes: () => void
  readonly onClose: () => void
}

function Question({ text, answer, onYes, onClose }: QuestionProps) {
  const confirmed = () => {
    onClose()
    onYes()
  }
  return (
    <Dialog title="Are you sure?" onClose={onClose}>
      <p>{text}</p>
      <div class="buttons">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="danger" onClick={confirmed}>
          {answer}
        </button>
      </div>
    </Dialog>
  )
}

/** Returns whether it succeeded; says so if it did not. */
export async function perform(run: () => Promise<void>): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    notify('error', error instanceof Error ? error.message : String(error))
    return false
  }
}
