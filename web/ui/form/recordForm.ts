import { toNestErrors } from '@hookform/resolvers'
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  useForm,
  type UseFormReturn,
} from 'react-hook-form'

import { findCostPlaces, requireCosts } from '../../../contract/shared/costs.ts'
import { z } from '../../../contract/shared/zod.ts'
import { useSeesCosts } from '../../lib/settings.ts'

/** The schema of a form: the contract's schema of a request body. */
export type BodySchema = z.ZodObject & { _zod: { input: FieldValues; output: object } }

export type FormOf<S extends BodySchema> = {
  form: UseFormReturn<z.input<S>>
  control: UseFormReturn<z.input<S>>['control']
  schema: S
  /**
   * Initial values that were set after the form had opened (`useLateDefault`). They do not count as changes by the
   * user.
   */
  late: object
  /** Returns the problems that the schema cannot find, because they depend on other records. */
  findProblems: FindProblems<S>
  setLate: Dispatch<SetStateAction<object>>
}

/** The message for a field, such as a fraction of an item that is counted in pieces. */
export type FieldProblem<S extends BodySchema> = { field: FieldPath<z.input<S>>; message: string }
type FindProblems<S extends BodySchema> = (values: z.input<S>) => readonly FieldProblem<S>[]
const findNothing = () => []

/**
 * Returns a form that is validated against a contract schema on every change. `values` may be a whole record; fields
 * outside of the schema are ignored. An empty field is null in the form. `findProblems` validates what depends on
 * other records.
 */
export function useRecordForm<S extends BodySchema>(
  schema: S,
  values: DefaultValues<z.input<S>>,
  findProblems: FindProblems<S> = findNothing,
): FormOf<S> {
  // The form library keeps the first resolver, which must see the problems of the last render.
  const seesCosts = useSeesCosts()
  const latest = useRef({ findProblems, seesCosts })
  useEffect(() => {
    latest.current = { findProblems, seesCosts }
  })
  const form = useForm<z.input<S>>({
    mode: 'onChange',
    defaultValues: pickSchemaFields(schema, values) as DefaultValues<z.input<S>>,
    resolver: (given, _, options) => {
      const body = bodyOf(schema, given)
      const errors: FieldErrors = {}
      if (latest.current.seesCosts) requireCosts(body, findCostPlaces(schema))
      // The library's own resolver would show the message of a union's option instead of the union's message.
      for (const { path, code, message } of schema.safeParse(body).error?.issues ?? [])
        errors[path.join('.')] ??= { type: code, message }
      for (const { field, message } of latest.current.findProblems(given)) errors[field] ??= { type: 'custom', message }
      if (Object.keys(errors).length === 0) return { values: body, errors: {} }
      return { values: {}, errors: toNestErrors(errors, options) }
    },
  })
  useErrorRefresh(form, schema)
  const [late, setLate] = useState<object>({})
  return { form, control: form.control, schema, findProblems, late, setLate }
}

/**
 * Validates the invalid fields again when another field changes, because a chosen record can fill in or correct them.
 * A refusal of the server has no type, and stays until its field changes.
 */
function useErrorRefresh<S extends BodySchema>(
  { subscribe, getFieldState, trigger }: UseFormReturn<z.input<S>>,
  schema: S,
) {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name: changed }) => {
          const fields = Object.keys(schema.shape) as FieldPath<z.input<S>>[]
          const invalid = fields.filter((name) => name !== changed && getFieldState(name).error?.type !== undefined)
          if (invalid.length > 0) void trigger(invalid)
        },
      }),
    [subscribe, getFieldState, trigger, schema],
  )
}

/**
 * Sets a default that becomes known after the form has opened, unless the user has already chosen a value. A default
 * that is known before belongs in the initial values.
 */
export function useLateDefault<S extends BodySchema, N extends FieldPath<z.input<S>>>(
  { form, setLate }: FormOf<S>,
  name: N,
  value: FieldPathValue<z.input<S>, N> | undefined,
) {
  useEffect(() => {
    if (value === undefined || form.getValues(name)) return
    form.resetField(name, { defaultValue: value })
    setLate((late) => ({ ...late, [name]: value }))
  }, [form, setLate, name, value])
}

/** Returns those fields of a record that are also fields of the schema. */
export const pickSchemaFields = (schema: BodySchema, record: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name in schema.shape))

/** Returns the request body. Sends an empty field as null if the schema allows null, and omits it otherwise. */
export function bodyOf<V extends object>(schema: BodySchema, values: V): V {
  const given = Object.entries(values).filter(([name, value]) => {
    if (value !== null) return true
    const field = schema.shape[name]
    return field !== undefined && z.safeParse(field, null).success
  })
  return Object.fromEntries(given) as V
}

/**
 * Returns the fields that the user has changed since the form began, and whether another user has changed one of them to
 * something else. `before` is the record as the form last read it.
 */
export function compareVersions(versions: { own: object; theirs: object; start: object; before: object }) {
  const { own, theirs, start, before } = versions as Record<keyof typeof versions, Record<string, unknown>>
  const typed = Object.keys(theirs).filter((name) => !isSameValue(own[name], start[name]))
  const isContested = typed.some(
    (name) => !isSameValue(theirs[name], before[name]) && !isSameValue(theirs[name], own[name]),
  )
  return { typed, isContested }
}

/** Whether two form values are equal. An empty text, null and undefined count as equal. */
export const isSameValue = (a: unknown, b: unknown) =>
  JSON.stringify(normalizeValue(a)) === JSON.stringify(normalizeValue(b))

function normalizeValue(value: unknown): unknown {
  if (value === undefined || value === '') return null
  if (Array.isArray(value)) return value.map(normalizeValue)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, part]) => [name, normalizeValue(part)] as const)
  return Object.fromEntries(entries.filter(([, part]) => part !== null).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
