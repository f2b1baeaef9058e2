import { Button } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'

import type { z } from '../../../contract/shared/zod.ts'
import { messageOf } from '../../lib/api.ts'
import { Dialog } from '../dialog/Dialog.tsx'
import { useDialogOpen, useDialogs } from '../dialog/dialogs.tsx'
import { scannerWatch } from '../scan/scanner.ts'
import { useShortcuts } from '../shortcuts.ts'
import { type FieldNames, FieldNamesContext } from './fieldNames.ts'
import { bodyOf, type BodySchema, type FormOf, same } from './recordForm.ts'
import { RecordTrail } from './RecordTrail.tsx'
import { StaleRecord } from './StaleRecord.tsx'
import { missingIn, SubmitButton } from './SubmitButton.tsx'
import { useLeaving } from './useLeaving.ts'
import { type FormWrite, type Sending, type StoredRecord, useSaving } from './useSaving.ts'

type Props<S extends BodySchema> = Sending<S> & {
  title: string
  form: FormOf<S>
  write: FormWrite
  stored?: StoredRecord
  /** Saves and does more (completes a document): has the emerald button then, though Enter and Ctrl+S only save. */
  finish?: Sending<S>
  /** The beginning of the message of a refusal. */
  prefix?: string
  /** The message of a refusal for which the server gives no reason. */
  unknown?: string | undefined
  onClose: () => void
  /** Width in pixels. */
  size?: number
  /** Stands in the page, instead of over it: there is nothing to close. */
  inPage?: boolean
  /** Another panel lies over it: the keyboard is that one's. */
  covered?: boolean
  children: ReactNode
}

/**
 * The panel of every create and edit form: fields, one line of error, Cancel and the action. Ctrl+S or Enter saves
 * (never a scanner's Enter, never while an input method composes), Esc closes, and neither loses anything typed
 * without asking.
 */
export function RecordForm<S extends BodySchema>({
  title,
  action,
  form,
  save,
  write,
  done,
  stored,
  before,
  finish,
  prefix = '',
  unknown = stored && 'An unknown error occurred while updating.',
  onClose,
  size = 600,
  inPage = false,
  covered = false,
  children,
}: Props<S>) {
  const dialogs = useDialogs()
  const isCovered = useDialogOpen() || covered
  const [names] = useState<FieldNames>(() => new Map())
  const [start, setStart] = useState<object>(() => form.form.getValues())
  const values = useWatch({ control: form.control }) as z.input<S>
  const missing = missingIn(form.schema.safeParse(bodyOf(form.schema, values)).error)

  const isDirty = !same(values, { ...start, ...form.late })
  const { letGo, close } = useLeaving({ title, isDirty, isPending: write.isPending, onClose })
  const own: Sending<S> = { action, save, done, ...(before && { before }) }
  function onSaved(way: Sending<S>) {
    letGo()
    onClose()
    void dialogs.success(...way.done)
  }
  const saving = useSaving({ form, own, stored, write, onSaved, onTaken: setStart })
  const { submit, theirs, isPending, error } = saving
  useFormKeys(title, action, !inPage, () => {
    if (!isCovered) submit()
  })

  const panel = (
    <Panel title={title} onSubmit={submit}>
      <div className="dlg-body">
        {theirs && (
          <StaleRecord
            yours={values}
            theirs={theirs}
            names={names}
            onUseTheirs={saving.takeTheirs}
            onKeepMine={saving.keepMine}
          />
        )}
        <FieldNamesContext value={names}>{children}</FieldNamesContext>
      </div>
      <p className="error-line" role="alert">
        {error && `Error: ${prefix}${messageOf(error, unknown)}`}
      </p>
      <div className="dlg-foot">
        {!inPage && <CloseOffer isStored={stored !== undefined} onClose={() => void close()} />}
        <SubmitButton missing={missing} pending={isPending} plain={finish !== undefined}>
          {action}
        </SubmitButton>
        {finish && (
          <SubmitButton missing={missing} pending={isPending} onPress={() => submit(finish)}>
            {finish.action}
          </SubmitButton>
        )}
      </div>
    </Panel>
  )
  if (inPage) return <div className="panel in-page">{panel}</div>
  return (
    <Dialog title={title} size={size} full closeOnEscape={!isCovered} onClose={() => void close()}>
      {panel}
    </Dialog>
  )
}

/** The keys of a form. Ctrl+S works wherever the focus is, also on the panel itself. */
function useFormKeys(title: string, action: string, canClose: boolean, onSave: () => void) {
  useShortcuts(title, [
    { key: 'Ctrl+s', what: action, run: onSave },
    { key: 'Enter', what: `${action}, from a field of one line` },
    ...(canClose ? [{ key: 'Escape', what: 'Close' }] : []),
  ])
}

/** The form itself. A scanner's Enter does not submit it. */
function Panel({ title, onSubmit, children }: { title: string; onSubmit: () => void; children: ReactNode }) {
  const isScan = useRef(scannerWatch())

  function onKeyDown(event: KeyboardEvent) {
    const scanned = isScan.current(event.key, event.timeStamp)
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    // keyCode 229: Safari sends the Enter that ends a composition after the composition.
    if (scanned || event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) event.preventDefault()
  }
  // The dialog's focus trap looks for this mark, and would take the close button otherwise.
  function mark(node: HTMLFormElement | null) {
    node?.querySelector('input:not([type=hidden], [type=file]), textarea, select')?.setAttribute('data-autofocus', '')
  }
  return (
    // Keys bubble up to the form from its fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={mark}
      className="dlg"
      aria-label={title}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

/** The ways out of a form over the page: a reminder of the keys, the audit trail of a stored record, and Cancel. */
function CloseOffer({ isStored, onClose }: { isStored: boolean; onClose: () => void }) {
  return (
    <>
      <small>
        <kbd>Esc</kbd> closes, <kbd>Enter</kbd> saves
      </small>
      {isStored && <RecordTrail />}
      <Button onClick={onClose}>Cancel</Button>
    </>
  )
}
