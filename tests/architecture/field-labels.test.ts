// Proves that every field of an input has a name in words, which its messages and its form share.
import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { labelOf, wordOf, z } from '../../contract/shared/zod.ts'
import { endpointGroups } from '../../scripts/contract-index.ts'
import { sourceFiles } from '../../scripts/modules.ts'

const groups = await endpointGroups()

/** Returns the schema without its wrappers; for a preprocessed or transformed value, the schema that validates it. */
function innerOf(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return innerOf(schema.unwrap())
  if (schema instanceof z.ZodPipe) return innerOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in)
  return schema
}

/** Returns every field of a schema, with the fields of its lines, by name. */
function listFields(schema: unknown): [string, z.ZodType][] {
  const inner = innerOf(schema)
  if (inner instanceof z.ZodArray) return listFields(inner.element)
  if (inner instanceof z.ZodUnion) return inner.options.flatMap(listFields)
  if (!(inner instanceof z.ZodObject)) return []
  return Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([name, field]) => [
    [name, field] as [string, z.ZodType],
    ...listFields(field),
  ])
}
const fields = groups.flatMap(({ name: group, group: endpoints }) =>
  Object.entries(endpoints).flatMap(([verb, { body }]) =>
    listFields(body).map(([name, field]) => ({ call: `${group}.${verb}`, name, field })),
  ),
)

/** Values that some schema refuses. */
const wrongValues = [undefined, null, '', 'x', -1.123_456_789, Number.NaN, 1e15, 'x'.repeat(9999), {}, []]

/** Returns the messages about a field, for values of every wrong kind. */
const messagesAbout = (name: string, field: z.ZodType) =>
  wrongValues.flatMap((value) => {
    const { error } = z.object({ [name]: field }).safeParse({ [name]: value })
    return (error?.issues ?? []).filter(({ path }) => path.length === 1).map(({ message }) => message)
  })

/** Whether a label is no abbreviation and no name of a program. 'Contact no' is a column of the specification. */
const isInWords = (label: string) =>
  label === 'Contact no' || (label.length > 1 && !/\b(qty|uom|ids?|url|po|ean|no)\b/i.test(label))

test('every message about a field names it in words', () => {
  expect(fields.length).toBeGreaterThan(200)
  const faults = fields.flatMap(({ call, name, field }) => [
    ...(isInWords(labelOf([name]))
      ? []
      : [`${call}: ${name} is ‘${labelOf([name])}’. Add it to contract/shared/zod.ts`]),
    ...messagesAbout(name, field)
      .filter((message) => /^The body\b|^Text is|\b(qty|uom)\b/i.test(message))
      .map((message) => `${call}: ‘${message}’ does not name ${name}`),
  ])
  expect(faults).toEqual([])

  expect(isInWords('Order qty')).toBe(false)
  expect(isInWords('X')).toBe(false)
  expect(listFields(z.object({ a: z.array(z.object({ b: z.string() })) })).map(([name]) => name)).toEqual(['a', 'b'])
  expect(messagesAbout('price', z.number())).toContain('Price is required')
})

/** The fields whose label on the screen differs from the one in messages, and why. */
const otherLabels: Record<string, string> = {
  'Credit of customer customerID': 'A customer, in the words of a refund to credit',
  'Date dueDate': 'The message is about the date itself',
  'From fromLocationID': 'The form is headed Transfer, and the message names the location',
  'Handed back by paymentTypeID': 'A payment type, in the words of a refund',
  'Lead time (days) leadTimeDays': 'The same words',
  'New password password': 'Messages about passwords are the specification’s',
  'New Password (optional) password': 'Messages about passwords are the specification’s',
  'Select Location locationID': 'The specification’s label',
  'Select Supplier supplierID': 'The specification’s label',
  'Shop’s name shopName': 'The request to type the name again',
  'Time dueTime': 'The message is a request: Enter a time like 20:00',
  'To toLocationID': 'The form is headed Transfer, and the message names the location',
  'Type the buyer’s handle handle': 'The request to type the handle again',
  'Type the customer’s name customerName': 'The request to type the name again',
  'UOM uom': 'The specification’s label',
  'What is to be done text': 'The message is a request: Enter what is to be done',
}

/** Returns each labelled field of a screen as its label and its name. */
const labelsIn = (text: string) =>
  [...text.matchAll(/<\w+Field\b(?:[^<>]|=>|<\w+>)*?\/>/g)].flatMap(([field]) => {
    const name = /\bname="(\w+)"/.exec(field)?.[1]
    const label = /\blabel="([^"]+)"/.exec(field)?.[1]
    return name !== undefined && label !== undefined ? [{ name, label }] : []
  })

test('a form calls a field as its messages do, or the reason is listed', () => {
  const shown = sourceFiles
    .filter((file) => file.startsWith('web/'))
    .flatMap((file) => labelsIn(readFileSync(file, 'utf8')).map((field) => ({ file, ...field })))
  expect(shown.length).toBeGreaterThan(80)
  const isSame = ({ label, name }: { label: string; name: string }) =>
    label.toLowerCase() === labelOf([name]).toLowerCase()
  const other = shown.filter((field) => !isSame(field))
  expect(
    other
      .filter(({ label, name }) => !(`${label} ${name}` in otherLabels))
      .map(({ file, label, name }) => `${file}: ‘${label}’ is ‘${labelOf([name])}’ in messages`),
  ).toEqual([])
  const listed = new Set(other.map(({ label, name }) => `${label} ${name}`))
  expect(Object.keys(otherLabels).filter((entry) => !listed.has(entry))).toEqual([])

  expect(labelsIn('<DateField control={c} name="orderDate" label="Day" />')).toEqual([
    { name: 'orderDate', label: 'Day' },
  ])
})

/** Returns the codes of a field that its messages would list. */
function codesOf(field: z.ZodType): string[] {
  const inner = innerOf(field)
  if (inner instanceof z.ZodArray) return codesOf(inner.element as z.ZodType)
  return inner instanceof z.ZodEnum ? inner.options.map(String) : []
}

test('a message lists the choices of a field in words', () => {
  const codes = new Set(fields.flatMap(({ field }) => codesOf(field)))
  expect(codes.size).toBeGreaterThan(60)
  // A word has no capital letter inside, and neither dot nor underscore.
  const isCode = (text: string) => /^[a-z]+[A-Z._]|^(PH|JP|tl|ja|en)$/.test(text)
  expect([...codes].filter(isCode).length).toBeGreaterThan(10)
  expect([...codes].map(wordOf).filter(isCode)).toEqual([])
  const { error } = z.object({ availability: z.enum(['inStock', 'madeToOrder']) }).safeParse({ availability: 'x' })
  expect(error!.issues[0]!.message).toBe('Availability must be one of: in stock, made to order')
  // Only programs send these.
  const sorted = z.object({ sort: z.enum(['itemName', '-itemName']) }).safeParse({ sort: 'x' })
  expect(sorted.error!.issues[0]!.message).toBe('Sort must be one of: itemName, -itemName')
})

test('no message names the body where a person filled in a field', () => {
  const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error!.issues[0]!.message
  expect(messageOf(z.object({ a: z.string() }), undefined)).toBe('Nothing was sent: fill in what is required')
  expect(messageOf(z.string(), undefined)).toBe('This field is required')
  expect(messageOf(z.iso.date(), '2026-13-01')).toBe('This field must be a date like 2026-11-20')
  expect(messageOf(z.object({ a: z.string() }), 'text')).toBe('The body must be an object')
})
