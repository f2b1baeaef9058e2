import { Button } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'

import type { z } from '../../../contract/shared/zod.ts'
import { messageOf } from '../../lib/api.ts'
import { Dialog } from '../dialog/Dialog.tsx'
import { useDialogOpen, useDialogs } from '../dialog/dialogs.tsx'
import { createScannerWatch } from '../scan/scanner.ts'
import { useShortcuts } from '../shortcuts.ts'
import { type About, ChangedMeanwhile, useRecordNews } from './ChangedMeanwhile.tsx'
import { type FieldNames, FieldNamesContext } from './fieldNames.ts'
import { bodyOf, type BodySchema, type FormOf, isSameValue } from './recordForm.ts'
import { RecordTrail } from './RecordTrail.tsx'
import { StaleRecord } from './StaleRecord.tsx'
import { listProblems, SubmitButton } from './SubmitButton.tsx'
import { useCloseGuard } from './useCloseGuard.ts'
import { type FormWrite, type Sending, type StoredRecord, useSaving } from './useSaving.ts'

type Props<S extends BodySchema> = Sending<S> & {
  title: string
  form: FormOf<S>
  write: FormWrite
  stored?: StoredRecord
  /** The stored record's kind and key, where the screen's address does not tell them. */
  about?: About
  /**
   * A second way to save, which also completes the document. Its button is emerald, and its key is F9. Enter and
   * Ctrl+S still only save.
   */
  finish?: Sending<S> | undefined
  /** The text before the server's message when the server refuses the record. */
  prefix?: string
  /** The message if the server refuses the record without a message of its own. */
  unknown?: string | undefined
  onClose: () => void
  /** Width in pixels. */
  size?: number
  /** Renders the form within the page, without a way to close it. */
  inPage?: boolean
  /** Whether another panel covers the form. That panel then receives all keys. */
  covered?: boolean
  children: ReactNode
}

/**
 * The panel of every create and edit form: fields, one line for an error, Cancel and the action. Ctrl+S or Enter saves.
 * The Enter of a scanner or of an input method does not. Esc closes, after a question if typed values would be lost.
 */
export function RecordForm<S extends BodySchema>({
  title,
  action,
  form,
  save,
  write,
  done,
  stored,
  about,
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
  const missing = [
    ...listProblems(form.schema.safeParse(bodyOf(form.schema, values)).error),
    ...form.findProblems(values).map(({ message }) => message),
  ]

  const isDirty = !isSameValue(values, { ...start, ...form.late })
  const { allowClosing, close } = useCloseGuard({ title, isDirty, isPending: write.isPending, onClose })
  const own: Sending<S> = { action, save, done, ...(before && { before }) }
  function onSaved(way: Sending<S>) {
    allowClosing()
    onClose()
    const [title, text] = typeof way.done === 'function' ? way.done() : way.done
    void dialogs.success(title, text, way.offer?.label).then((isTaken) => isTaken && way.offer?.run())
  }
  const { news, forget } = useRecordNews(stored !== undefined, about)
  const saving = useSaving({ form, own, stored, start, write, onSaved, onTaken: setStart })
  const { submit, otherVersion, isPending, error } = saving
  const keys: FormKey[] = [{ key: 'Ctrl+s', what: action, onPress: () => submit() }]
  if (finish) keys.push({ key: 'F9', what: finish.action, onPress: () => submit(finish) })
  useFormKeys({ title, action, keys, canClose: !inPage, isCovered })

  const panel = (
    <Panel title={title} onSubmit={submit}>
      <div className="dlg-body">
        {stored && (
          <ChangedMeanwhile
            news={otherVersion ? null : news}
            onRead={async () => {
              await saving.readAgain()
              forget()
            }}
          />
        )}
        {otherVersion && (
          <StaleRecord
            own={values}
            other={otherVersion}
            names={names}
            onUseOther={saving.takeOtherVersion}
            onKeepOwn={saving.keepOwnVersion}
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

type FormKey = { key: string; what: string; onPress: () => void }

/** Registers the shortcuts of a form. Ctrl+S and F9 work wherever the focus is, even on the panel itself. */
function useFormKeys({
  title,
  action,
  keys,
  canClose,
  isCovered,
}: {
  title: string
  action: string
  keys: readonly FormKey[]
  canClose: boolean
  isCovered: boolean
}) {
  const active = keys.map(({ onPress, ...shortcut }) => ({
    ...shortcut,
    run: () => {
      if (!isCovered) onPress()
    },
  }))
  useShortcuts(title, [
    ...active,
    { key: 'Enter', what: `${action}, from a field of one line` },
    ...(canClose ? [{ key: 'Escape', what: 'Close' }] : []),
  ])
}

/** The form element. A scanner's Enter does not submit it. */
function Panel({ title, onSubmit, children }: { title: string; onSubmit: () => void; children: ReactNode }) {
  const isScan = useRef(createScannerWatch())

  function onKeyDown(event: KeyboardEvent) {
    const scanned = isScan.current(event.key, event.timeStamp)
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    // keyCode 229: in Safari, the Enter that confirms the text of an input method arrives after that text.
    if (scanned || event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) event.preventDefault()
  }
  // When a dialog opens, it focuses the element with this attribute. Without it, the close button would get the focus.
  // A field that has it already stays the first.
  function markFirstField(node: HTMLFormElement | null) {
    if (node?.querySelector('[data-autofocus]')) return
    node?.querySelector('input:not([type=hidden], [type=file]), textarea, select')?.setAttribute('data-autofocus', '')
  }
  return (
    // Key events bubble up from the fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={markFirstField}
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

/**
 * The footer of a form in a dialog: a hint on keys, a link to the record's audit trail if the record is stored, and
 * Cancel.
 */
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
