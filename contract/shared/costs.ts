import { z } from './zod.ts'

// Costs, supplier's prices and profits can be hidden from Staff by a setting. The contract marks each such figure where
// it declares the field. The server leaves the marked fields out of a response and refuses them in a request.

/** The marked schemas. `isRequired` is set for an input that a person who sees costs must send. */
const figures = z.registry<{ isRequired: boolean }>()

const mark = <T extends z.ZodType>(schema: T, isRequired: boolean) => {
  const marked = schema.optional()
  figures.add(marked, { isRequired })
  return marked
}

/** Marks a figure that shows what goods cost or earn. It is absent for a person from whom costs are hidden. */
export const costFigure = <T extends z.ZodType>(schema: T) => mark(schema, false)

/** Marks a cost that a person who sees costs must send, and that any other person must not send. */
export const costInput = <T extends z.ZodType>(schema: T) => mark(schema, true)

/** The places of marked fields in a value: by field name, with the same places for each entry of a list. */
export type CostPlaces = { [field: string]: CostPlaces | { isRequired: boolean } }

const isMark = (place: CostPlaces | { isRequired: boolean }): place is { isRequired: boolean } =>
  typeof place['isRequired'] === 'boolean'

/** Finds the marked fields of a schema. The result is empty for a schema without any. */
export function findCostPlaces(schema: unknown): CostPlaces {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return findCostPlaces(schema.unwrap())
  if (schema instanceof z.ZodPipe) return findCostPlaces(schema.in instanceof z.ZodTransform ? schema.out : schema.in)
  if (schema instanceof z.ZodArray) return findCostPlaces(schema.element)
  if (schema instanceof z.ZodUnion) return Object.assign({}, ...schema.options.map(findCostPlaces))
  if (!(schema instanceof z.ZodObject)) return {}
  return Object.fromEntries(
    Object.entries(schema.shape).flatMap(([name, field]) => {
      const place = figures.get(field) ?? findCostPlaces(field)
      return Object.keys(place).length > 0 ? [[name, place]] : []
    }),
  )
}

/** Returns the names of all marked fields, in any depth. */
export const listCostFields = (places: CostPlaces): string[] =>
  Object.entries(places).flatMap(([name, place]) => (isMark(place) ? [name] : listCostFields(place)))

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns JSON without its marked fields. */
export function leaveOutCosts(value: unknown, places: CostPlaces): unknown {
  if (Array.isArray(value)) return value.map((entry) => leaveOutCosts(entry, places))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const place = Object.hasOwn(places, name) ? places[name] : undefined
      if (place === undefined) return [[name, inner]]
      return isMark(place) ? [] : [[name, leaveOutCosts(inner, place)]]
    }),
  )
}

/**
 * Returns the objects that a field of a body holds, with their paths: itself, or the entries of its list. A list in a
 * list is none of a schema's, so a hostile depth is not followed.
 */
function listObjects(name: string, inner: unknown): (readonly [path: string, object: Json])[] {
  if (isObject(inner)) return [[name, inner]]
  if (!Array.isArray(inner)) return []
  return inner.flatMap((entry: unknown, n) => (isObject(entry) ? [[`${name}.${n}`, entry] as const] : []))
}

/** Returns the path of the first marked field that a body has, such as `items.0.unitCost`; null when it has none. */
export function findSentCost(body: unknown, places: CostPlaces): string | null {
  if (!isObject(body)) return null
  for (const [name, place] of Object.entries(places)) {
    if (isMark(place)) {
      if (body[name] !== undefined && body[name] !== null && body[name] !== '') return name
      continue
    }
    for (const [path, object] of listObjects(name, body[name])) {
      const found = findSentCost(object, place)
      if (found !== null) return `${path}.${found}`
    }
  }
  return null
}

/**
 * Sets each required cost that a body lacks to null, so that its own schema refuses it with its own sentence. Without
 * this, the schema would accept the body, because a person from whom costs are hidden sends none.
 */
export function requireCosts(body: unknown, places: CostPlaces) {
  if (!isObject(body)) return
  for (const [name, place] of Object.entries(places))
    if (!isMark(place)) for (const [, object] of listObjects(name, body[name])) requireCosts(object, place)
    else if (place.isRequired) body[name] ??= null
}
