import { useRef, useState } from 'react'
import type { DefaultValues, Path, SubmitHandler } from 'react-hook-form'

import type { z } from '../../../contract/shared/zod.ts'
import { ApiError } from '../../lib/api.ts'
import { type BodySchema, type FormOf, onlyOf } from './recordForm.ts'

type WholeRecord = object & { updatedAt: string }

/** A record as an edit form got it, and how to get it anew when someone else has changed it meanwhile. */
export type StoredRecord = { record: WholeRecord; reload: () => Promise<WholeRecord> }

/** The write that a form uses: its error is shown, and nothing is sent twice while it runs. */
export type FormWrite = { isPending: boolean; error: { message: string; status: number } | null; reset: () => void }

/** A way to send a form. */
export type Sending<S extends BodySchema> = {
  /** The text of the button that sends it. */
  action: string
  /** Sends it. `updatedAt` is the stored record's as last read; undefined for a new record. */
  save: (body: z.input<S>, updatedAt: string | undefined) => Promise<unknown>
  /** The dialog that tells of success: its title and a short sentence. */
  done: readonly [title: string, text: string]
  /** Checks the body before it is sent. False, or an error, keeps it from being sent, and the form open. */
  before?: (body: z.input<S>) => Promise<boolean>
}

/**
 * Sends a form, at most once at a time. A refusal stands at its fields; where somebody else has changed the record,
 * `theirs` is their version, until one of the two is taken.
 */
export function useSaving<S extends BodySchema>({
  form: { form, schema },
  own,
  stored,
  write,
  onSaved,
  onTaken,
}: {
  form: FormOf<S>
  /** The usual way to send the form. */
  own: Sending<S>
  stored: StoredRecord | undefined
  write: FormWrite
  onSaved: (way: Sending<S>) => void
  /** The form has the values of the stored record now. */
  onTaken: (values: object) => void
}) {
  const isSending = useRef(false)
  const lastRead = useRef(stored?.record.updatedAt)
  const { check, isChecking, checkError } = useCheck<z.input<S>>()
  const [theirs, setTheirs] = useState<WholeRecord | null>(null)

  async function send(body: z.input<S>, way: Sending<S>) {
    if (isSending.current) return
    isSending.current = true
    try {
      if (way.before && !(await check(way.before, body))) return
      await way.save(body, lastRead.current)
    } catch (error) {
      if (error instanceof ApiError) await showRefusal(error)
      return
    } finally {
      isSending.current = false
    }
    onSaved(way)
  }
  const submit = (way = own) => void form.handleSubmit(((body) => send(body, way)) as SubmitHandler<z.input<S>>)()

  async function showRefusal({ code, errors }: ApiError) {
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
    onTaken(fresh)
    setTheirs(null)
    write.reset()
  }

  function keepMine() {
    lastRead.current = theirs!.updatedAt
    setTheirs(null)
    submit()
  }

  const failure = checkError ?? write.error
  return {
    submit,
    theirs,
    takeTheirs,
    keepMine,
    isPending: isChecking || write.isPending,
    /** The error to show in a line; a stale record has its own place. */
    error: theirs === null && failure !== null && failure.message !== '' ? failure : null,
  }
}

/** Runs the check of a body before it is sent, and keeps its error. */
function useCheck<Body>() {
  const [isChecking, setChecking] = useState(false)
  const [checkError, setCheckError] = useState<ApiError | null>(null)
  async function check(before: (body: Body) => Promise<boolean>, body: Body) {
    setCheckError(null)
    setChecking(true)
    try {
      return await before(body)
    } catch (error) {
      if (error instanceof ApiError) setCheckError(error)
      throw error
    } finally {
      setChecking(false)
    }
  }
  return { check, isChecking, checkError }
}
