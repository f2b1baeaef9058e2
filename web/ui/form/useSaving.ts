import { useRef, useState } from 'react'
import type { DefaultValues, Path, SubmitHandler } from 'react-hook-form'

import type { z } from '../../../contract/shared/zod.ts'
import { ApiError } from '../../lib/api.ts'
import { type BodySchema, compareVersions, type FormOf, pickSchemaFields } from './recordForm.ts'

type WholeRecord = object & { updatedAt: string }

/** A stored record as the form loaded it, and a function that loads it again if another user has changed it. */
export type StoredRecord = { record: WholeRecord; reload: () => Promise<WholeRecord> }

/** The mutation that sends a form. The form shows its error, and does not send it again while it is pending. */
export type FormWrite = { isPending: boolean; error: { message: string; status: number } | null; reset: () => void }

/** One way to save a form. A form can have a second one, which also completes the document. */
export type Sending<S extends BodySchema> = {
  /** The label of the button that saves. */
  action: string
  /** Sends the body. `updatedAt` is the version last read; undefined for a new record. */
  save: (body: z.input<S>, updatedAt: string | undefined) => Promise<unknown>
  /** The title and the sentence of the success dialog; a function where they depend on the response. */
  done: readonly [title: string, text: string] | (() => readonly [title: string, text: string])
  /** The second button of the success dialog. */
  offer?: { label: string; run: () => void }
  /** Checks the body before it is sent. False or an error cancels the request and keeps the form open. */
  before?: (body: z.input<S>) => Promise<boolean>
}

/**
 * Sends a form, one request at a time, and shows a refusal at the fields that caused it. If another user has changed
 * the record, `otherVersion` is that user's version until the signed-in user chooses a version.
 */
export function useSaving<S extends BodySchema>({
  form: { form, schema },
  own,
  stored,
  start,
  write,
  onSaved,
  onTaken,
}: {
  form: FormOf<S>
  /** The way in which Enter and the main button save the form. */
  own: Sending<S>
  stored: StoredRecord | undefined
  /** The values with which the form began. */
  start: object
  write: FormWrite
  onSaved: (way: Sending<S>) => void
  /** Called when the form has taken over the values of the stored record. */
  onTaken: (values: object) => void
}) {
  const isSending = useRef(false)
  const lastRead = useRef(stored?.record)
  const { check, isChecking, checkError } = useCheck<z.input<S>>()
  const [otherVersion, setOtherVersion] = useState<WholeRecord | null>(null)

  async function send(body: z.input<S>, way: Sending<S>) {
    if (isSending.current) return
    isSending.current = true
    try {
      if (way.before && !(await check(way.before, body))) return
      await way.save(body, lastRead.current?.updatedAt)
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
      // If loading the record again fails too, the form's error line already explains the failure.
      setOtherVersion(await stored.reload().catch(() => null))
      return
    }
    const [first] = errors
    for (const { field, message } of errors) form.setError(field as Path<z.input<S>>, { message })
    if (first) form.setFocus(first.field as Path<z.input<S>>)
  }

  function takeOtherVersion() {
    const fresh = pickSchemaFields(schema, otherVersion!)
    lastRead.current = otherVersion!
    form.reset(fresh as DefaultValues<z.input<S>>)
    onTaken(fresh)
    setOtherVersion(null)
    write.reset()
  }

  function keepOwnVersion() {
    lastRead.current = otherVersion!
    setOtherVersion(null)
    submit()
  }

  /**
   * Reads the record again. Fields that the user has not changed take the stored values. If both have changed a field,
   * the user chooses a version.
   */
  async function readAgain() {
    const fresh = await stored?.reload().catch(() => null)
    if (!fresh) return
    const own = form.getValues()
    const theirs = pickSchemaFields(schema, fresh)
    const { typed, isContested } = compareVersions({ own, theirs, start, before: lastRead.current! })
    if (isContested) return setOtherVersion(fresh)
    lastRead.current = fresh
    form.reset(theirs as DefaultValues<z.input<S>>)
    for (const name of typed as Path<z.input<S>>[]) form.setValue(name, own[name], { shouldDirty: true })
    onTaken(theirs)
    write.reset()
  }

  const failure = checkError ?? write.error
  return {
    submit,
    otherVersion,
    takeOtherVersion,
    keepOwnVersion,
    readAgain,
    isPending: isChecking || write.isPending,
    /**
     * The error for the form's error line. A comparison of both versions replaces it if another user has changed the
     * record.
     */
    error: otherVersion === null && failure !== null && failure.message !== '' ? failure : null,
  }
}

/** Runs the check before a request. Returns the check's state and its error. */
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
