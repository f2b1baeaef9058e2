import { Button } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { type DefaultValues, type Path, type SubmitHandler, useWatch } from 'react-hook-form'

import type { z } from '../../../contract/shared/zod.ts'
import { ApiError, messageOf } from '../../lib/api.ts'
import { Dialog } from '../dialog/Dialog.tsx'
import { useDialogOpen, useDialogs } from '../dialog/dialogs.tsx'
import { scannerWatch } from '../scan/scanner.ts'
import { useShortcuts } from '../shortcuts.ts'
import { type FieldNames, FieldNamesContext } from './fieldNames.ts'
import { bodyOf, type BodySchema, type FormOf, onlyOf, same } from './recordForm.ts'
import { RecordTrail } from './RecordTrail.tsx'
import { StaleRecord } from './StaleRecord.tsx'
import { missingIn, SubmitButton } from './SubmitButton.tsx'
import { useUnsavedGuard } from './useUnsavedGuard.ts'

/** A record as an edit form got it, and how to get it anew when someone else has changed it meanwhile. */
type Stored = { record: object & { updatedAt: string }; reload: () => Promise<object & { updatedAt: string }> }

/** A way to send a form. */
type Sending<S extends BodySchema> = {
  /** The text of the button that sends it. */
  action: string
  /** Sends it. `updatedAt` is the stored record's as last read; undefined for a new record. */
  save: (body: z.input<S>, updatedAt: string | undefined) => Promise<unknown>
  /** The dialog that tells of success: its title and a short sentence. */
  done: readonly [title: string, text: string]
  /** Looks at what is about to be sent; false, or an error, keeps it from being sent, and the form open. */
  before?: (body: z.input<S>) => Promise<boolean>
}

type Props<S extends BodySchema> = Sending<S> & {
  title: string
  form: FormOf<S>
  /** The write that `save` uses: its error is shown, and nothing is sent twice while it runs. */
  write: { isPending: boolean; error: { message: string; status: number } | null; reset: () => void }
  stored?: Stored
  /** Saves and does more (completes a document): has the emerald button then, though Enter and Ctrl+S only save. */
  finish?: Sending<S>
  /** What the message of a refusal begins with. */
  prefix?: string
  /** What to tell of a refusal for which the server gives no reason. */
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
  form: { form, control, schema, late },
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
  const dialogOpen = useDialogOpen()
  const [names] = useState<FieldNames>(() => new Map())
  const isScan = useRef(scannerWatch())
  const sending = useRef(false)
  const lastRead = useRef(stored?.record.updatedAt)
  const [start, setStart] = useState<object>(() => form.getValues())
  const [looking, setLooking] = useState(false)
  const [lookFailed, setLookFailed] = useState<ApiError | null>(null)
  const [theirs, setTheirs] = useState<(object & { updatedAt: string }) | null>(null)

  const values = useWatch({ control }) as z.input<S>
  const dirty = !same(values, { ...start, ...late })
  const checked = schema.safeParse(bodyOf(schema, values))
  const missing = missingIn(checked.error)

  const own: Sending<S> = { action, save, done, ...(before && { before }) }
  const send = async (body: z.input<S>, way: Sending<S>) => {
    if (sending.current) return
    sending.current = true
    try {
      if (way.before && !(await look(way.before, body))) return
      await way.save(body, lastRead.current)
    } catch (error) {
      if (error instanceof ApiError) await refused(error)
      return
    } finally {
      sending.current = false
    }
    letGo()
    onClose()
    void dialogs.success(...way.done)
  }
  const submit = (way = own) => void form.handleSubmit(((body) => send(body, way)) as SubmitHandler<z.input<S>>)()

  async function look(before: NonNullable<Sending<S>['before']>, body: z.input<S>) {
    setLookFailed(null)
    setLooking(true)
    try {
      return await before(body)
    } catch (error) {
      if (error instanceof ApiError) setLookFailed(error)
      throw error
    } finally {
      setLooking(false)
    }
  }

  async function refused({ code, errors }: ApiError) {
    if (stored && code === 'record.stale') {
      // Where even reading fails, the line of error already says what happened.
      setTheirs(await stored.reload().catch(() => null))
      return
    }
    const [first] = errors
    for (const { field, message } of errors) form.setError(field as Path<z.input<S>>, { message })
    if (first) form.setFocus(first.field as Path<z.input<S>>)
  }

  function takeTheirs() {
    const fresh = onlyOf(schema, theirs!)
    lastRead.current = theirs!.updatedAt
    form.reset(fresh as DefaultValues<z.input<S>>)
    setStart(fresh)
    setTheirs(null)
    write.reset()
  }

  function keepMine() {
    lastRead.current = theirs!.updatedAt
    setTheirs(null)
    submit()
  }

  const mayLeave = () =>
    dialogs.confirm({
      title: 'Leave without saving?',
      text: `What you have entered under ‘${title}’ is not saved yet.`,
      action: 'Discard changes',
      cancel: 'Keep editing',
      danger: true,
    })

  const letGo = useUnsavedGuard(dirty, mayLeave)

  async function close() {
    if (write.isPending) return
    if (dirty && !(await mayLeave())) return
    letGo()
    onClose()
  }

  useShortcuts(title, [
    {
      key: 'Ctrl+s',
      what: action,
      // Wherever the focus is, also on the panel itself.
      run: () => {
        if (!dialogOpen && !covered) submit()
      },
    },
    { key: 'Enter', what: `${action}, from a field of one line` },
    ...(inPage ? [] : [{ key: 'Escape', what: 'Close' }]),
  ])

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

  const failure = lookFailed ?? write.error
  const error = theirs === null && failure !== null && failure.message !== '' ? failure : null
  const pending = looking || write.isPending
  const panel = (
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
        submit()
      }}
    >
      <div className="dlg-body">
        {theirs && (
          <StaleRecord yours={values} theirs={theirs} names={names} onUseTheirs={takeTheirs} onKeepMine={keepMine} />
        )}
        <FieldNamesContext value={names}>{children}</FieldNamesContext>
      </div>
      <p className="error-line" role="alert">
        {error && `Error: ${prefix}${messageOf(error, unknown)}`}
      </p>
      <div className="dlg-foot">
        {!inPage && (
          <>
            <small>
              <kbd>Esc</kbd> closes, <kbd>Enter</kbd> saves
            </small>
            {stored && <RecordTrail />}
            <Button onClick={() => void close()}>Cancel</Button>
          </>
        )}
        <SubmitButton missing={missing} pending={pending} plain={finish !== undefined}>
          {action}
        </SubmitButton>
        {finish && (
          <SubmitButton missing={missing} pending={pending} onPress={() => submit(finish)}>
            {finish.action}
          </SubmitButton>
        )}
      </div>
    </form>
  )
  if (inPage) return <div className="panel in-page">{panel}</div>
  return (
    <Dialog title={title} size={size} full closeOnEscape={!dialogOpen && !covered} onClose={() => void close()}>
      {panel}
    </Dialog>
  )
}
