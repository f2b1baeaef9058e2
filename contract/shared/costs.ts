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

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

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

/** Returns the path of the first marked field that a body has, such as `items.0.unitCost`; null when it has none. */
export function findSentCost(value: unknown, places: CostPlaces): string | null {
  const entries = Array.isArray(value) ? value.map((entry, n) => [String(n), entry, places] as const) : []
  const fields = isObject(value) && !Array.isArray(value) ? value : {}
  for (const [name, place] of Object.entries(places)) {
    const inner = fields[name]
    if (inner === undefined || inner === null || inner === '') continue
    if (isMark(place)) return name
    entries.push([name, inner, place])
  }
  for (const [name, inner, place] of entries) {
    const found = findSentCost(inner, place)
    if (found !== null) return `${name}.${found}`
  }
  return null
}

/**
 * Sets each required cost that a body lacks to null, so that its own schema refuses it with its own sentence. Without
 * this, the schema would accept the body, because a person from whom costs are hidden sends none.
 */
export function requireCosts(value: unknown, places: CostPlaces) {
  if (Array.isArray(value)) for (const entry of value) requireCosts(entry, places)
  else if (isObject(value))
    for (const [name, place] of Object.entries(places))
      if (!isMark(place)) requireCosts(value[name], place)
      else if (place.isRequired) value[name] ??= null
}
