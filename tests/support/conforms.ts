import { eq } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'

import type { Endpoint } from '../../contract/shared/endpoint.ts'
import { type RoleID, roleIDs } from '../../contract/shared/permissions.ts'
import type { Fields } from '../../contract/shared/resource.ts'
import { staffScreens } from '../../contract/shared/staff-screens.ts'
import { labelOf, z } from '../../contract/shared/zod.ts'
import { audit } from '../../server/db/schema/shared.ts'
import { canariesOf } from './canaries.ts'
import type { testApp } from './fixtures.ts'

// This is one shared test for all resources of `crud`. The resource's own test calls it and adds its rules.

type Calls = Record<'list' | 'get' | 'create' | 'update', Endpoint>
type Row = Record<string, unknown> & { updatedAt: string }
type Body = Record<string, unknown>

/** The roles of each access level. */
const steps = { staff: [1, 2, 3], managers: [1, 2], admins: [1] } as const satisfies Record<string, RoleID[]>

type Expected<Input extends z.ZodObject> = {
  /** The result of `defineFields` in the contract. */
  fields: { key: string; fields: Fields; input: Input; filters: object; sortable: string[] }
  table: PgTable
  /** Returns a body with a value for every field. Bodies of different numbers can both be stored. */
  sample: (n: number) => z.input<Input>
  /** The access for reading and writing, stated independently of the contract. */
  access: { read: keyof typeof steps; write: keyof typeof steps }
  /** The message for a duplicate value, by unique field. */
  unique: { [Name in keyof z.input<Input>]?: string }
  /** The fields that the search covers. */
  searched: (keyof z.input<Input> & string)[]
}

/** Tests a resource of `crud`: its fields, messages, conflicts, list and access. */
export function conforms<Input extends z.ZodObject>(
  { db, as, users }: Awaited<ReturnType<typeof testApp>>,
  { list, get, create, update }: Calls,
  { fields, table, sample, access, unique, searched }: Expected<Input>,
) {
  const { key, input } = fields
  const screen = Object.values(staffScreens).find((one) => 'list' in one && one.list === list.path)
  if (!screen || !('record' in screen))
    throw new Error(`${list.path}: add its screen with a record to staffScreens in contract/shared/staff-screens.ts`)
  const { entity, label } = screen.record
  const may = { read: steps[access.read], write: steps[access.write] }
  const writer = may.write.at(-1)!
  const send = as(writer)

  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as { properties: Record<string, Json> }
  const names = Object.keys(input.shape)
  const requiredNames = names.filter((name) => !input.shape[name]!.safeParse(undefined).success)
  const optionalNames = names.filter((name) => input.shape[name]!.safeParse(null).success)

  let made = 0
  const next = (): Body => sample(++made)
  const at = (id: unknown) => `${list.path}/${String(id)}`
  const post = async (body: Body): Promise<Row> => {
    const answer = await send('POST', list.path, body)
    expect([answer.status, answer.body]).toEqual([201, { success: true, data: expect.anything() }])
    return answer.body.data
  }
  const count = () => db.$count(table)
  const rowsOf = async (query: string): Promise<Row[]> => {
    const { status, body } = await send('GET', `${list.path}?${query}`)
    expect([query, status]).toEqual([query, 200])
    return body.data
  }
  const refused = (code: string, message: string, field?: string) => ({
    success: false,
    code,
    message,
    ...(field && { errors: [{ field, message }] }),
  })

  test(`${entity}: the sample has a value for every field`, () => {
    const sent = Object.entries(next()).filter(([, value]) => value !== undefined && value !== null && value !== '')
    expect(sent.map(([name]) => name).toSorted()).toEqual(names.toSorted())
  })

  test(`${entity}: a create stores the caller and an audit row, and ignores forged fields`, async () => {
    const body = next()
    const forged = canariesOf(table, names, users.get(1)!)
    const row = await post({ ...forged, ...body })
    expect(row).toMatchObject({ ...body, createdByID: users.get(writer), modifiedByID: null })
    const written = db
      .select()
      .from(audit)
      .where(eq(audit.entityID, Number(row[key])))
    const [trail] = (await written).filter((one) => one.entity === entity)
    expect(trail).toMatchObject({ action: 'create', userID: users.get(writer), before: null })
    expect(trail!.after).toMatchObject(body)
    // An update needs `updatedAt` as last read.
    const { updatedAt: _, ...more } = forged
    const changed = await send('PUT', at(row[key]), { ...more, ...body })
    for (const stored of [row, changed.body.data])
      for (const [field, value] of Object.entries(forged)) expect([field, stored[field]]).not.toEqual([field, value])
    expect((await send('GET', at(row[key]))).body.data).toEqual(changed.body.data)
  })

  const wrong = [
    ...requiredNames.flatMap((name) => [
      { name, value: undefined, message: `${labelOf([name])} is required` },
      { name, value: null, message: `${labelOf([name])} is required` },
      ...(isText(schema.properties[name]) ? [{ name, value: '  ', message: `${labelOf([name])} is required` }] : []),
    ]),
    ...names.flatMap((name) => wrongOf(name, schema.properties[name]!)),
  ]
  test.each(wrong)(`${entity}: $name is refused with the message: $message`, async ({ name, value, message }) => {
    const row = await post(next())
    const before = await count()
    for (const [method, path] of [
      ['POST', list.path],
      ['PUT', at(row[key])],
    ] as const) {
      const { status, body } = await send(method, path, { ...next(), [name]: value })
      expect([status, body]).toEqual([400, refused('input.invalid', message, name)])
    }
    expect(await count()).toBe(before)
  })

  test(`${entity}: a unique field refuses a duplicate in any case`, async () => {
    const [first, second] = [await post(next()), await post(next())]
    const before = await count()
    for (const [name, message] of Object.entries(unique) as [string, string][])
      for (const [method, path] of [
        ['POST', list.path],
        ['PUT', at(second[key])],
      ] as const) {
        const { status, body } = await send(method, path, {
          ...next(),
          [name]: ` ${String(first[name]).toUpperCase()} `,
        })
        expect([status, body]).toEqual([409, refused('record.exists', message, name)])
      }
    expect(await count()).toBe(before)
  })

  test(`${entity}: a change keeps omitted fields, clears empty ones, and stores its author`, async () => {
    const row = await post(next())
    const needed = Object.fromEntries(Object.entries(row).filter(([name]) => requiredNames.includes(name)))
    const editor = may.write.at(0)!
    const kept = await as(editor)('PUT', at(row[key]), needed)
    expect(kept.body.data).toEqual({ ...row, modifiedByID: users.get(editor), updatedAt: expect.any(String) })
    expect(kept.body.data.updatedAt > row.updatedAt).toBe(true)
    const nothing = Object.fromEntries(
      optionalNames.map((name) => [name, isText(schema.properties[name]) ? '' : null] as const),
    )
    const cleared = await send('PUT', at(row[key]), { ...needed, ...nothing })
    expect(cleared.body.data).toMatchObject(Object.fromEntries(optionalNames.map((name) => [name, null])))
    const [trail] = (await db.select().from(audit).where(eq(audit.action, 'update')).orderBy(audit.auditID)).slice(-1)
    expect(trail).toMatchObject({ entity, entityID: row[key], userID: users.get(writer) })
    expect(trail!.before).toMatchObject(needed)
  })

  test(`${entity}: a stale change is refused`, async () => {
    const row = await post(next())
    const body = { ...next(), updatedAt: row.updatedAt }
    expect((await send('PUT', at(row[key]), body)).status).toBe(200)
    const { body: read } = await send('GET', at(row[key]))
    const late = await send('PUT', at(row[key]), { ...next(), updatedAt: row.updatedAt })
    const sentence = 'This record was changed by someone else. Reload and try again.'
    expect([late.status, late.body]).toEqual([409, refused('record.stale', sentence)])
    expect((await send('GET', at(row[key]))).body).toEqual(read)
  })

  test(`${entity}: exactly one of several concurrent changes succeeds`, async () => {
    const row = await post(next())
    const bodies = Array.from({ length: 12 }, () => ({ ...next(), updatedAt: row.updatedAt }))
    const answers = await Promise.all(bodies.map((body) => send('PUT', at(row[key]), body)))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 409)])
  })

  test(`${entity}: a create sent twice with one idempotency key runs once`, async () => {
    const body = next()
    const sendOnce = (sent: Body) => send('POST', list.path, sent, { 'idempotency-key': `${entity}-once` })
    const before = await count()
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendOnce(body)))
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1)
    expect(answers[0]!.status).toBe(201)
    expect(await count()).toBe(before + 1)
    expect((await sendOnce(next())).status).toBe(422)
  })

  // A resource without document numbers has no test of them.
  const numbers = Object.entries(fields.fields).flatMap(([name, { numbered }]) =>
    numbered ? [{ name, numbered }] : [],
  )
  test.each(numbers)(`${entity}: numbers have no gaps, even for concurrent creates`, async ({ name, numbered }) => {
    const rows = await Promise.all([post(next()), post(next()), post(next())])
    const written = rows.map((row) => String(row[name])).toSorted()
    for (const number of written) expect(number).toMatch(new RegExp(String.raw`^${numbered}-\d{4}-\d{6}$`))
    const [first, ...others] = written.map((number) => Number(number.slice(-6)))
    expect(others).toEqual([first! + 1, first! + 2])
  })

  test(`${entity}: 404 for an unknown key, 400 for a malformed one`, async () => {
    const unknown = refused('record.not_found', `${label} not found`)
    expect(await send('GET', at(2_147_483_647))).toMatchObject({ status: 404, body: unknown })
    expect(await send('PUT', at(2_147_483_647), next())).toMatchObject({ status: 404, body: unknown })
    expect((await send('GET', at('abc'))).body.message).toBe('ID must be a number')
    expect((await send('GET', at('99999999999'))).status).toBe(400)
  })

  test(`${entity}: the list is paged, sorted, filtered and searched`, async () => {
    for (let n = 0; n < 3; n++) await post(next())
    const total = await count()
    const { body: page } = await send('GET', `${list.path}?pageSize=2&page=2`)
    expect(page.meta).toEqual({ page: 2, pageSize: 2, total })
    const keysDown = (await rowsOf('pageSize=100')).map((row) => Number(row[key]))
    expect(keysDown).toEqual(keysDown.toSorted((a, b) => b - a))
    expect(page.data.map((row: Row) => row[key])).toEqual(keysDown.slice(2, 4))

    for (const field of [key, ...fields.sortable]) {
      const values = async (sort: string) =>
        (await rowsOf(`pageSize=100&sort=${sort}`)).map((row) => row[field]).filter((value) => value !== null)
      const up = await values(field)
      expect([field, await values(`-${field}`)]).toEqual([field, up.toReversed()])
      const numbers = up.filter((value) => typeof value === 'number')
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    }

    const [newest] = await rowsOf('pageSize=1')
    // A field that only the server fills is empty in a new record, so there is nothing to filter by.
    for (const field of Object.keys(fields.filters).filter((name) => newest![name] !== null)) {
      const found = await rowsOf(`pageSize=100&${field}=${encodeURIComponent(String(newest![field]))}`)
      expect(found.map((row) => row[key])).toContain(newest![key])
      expect(new Set(found.map((row) => row[field]))).toEqual(new Set([newest![field]]))
    }
    for (const field of searched) {
      const word = `%_${field}'${made}`
      const row = await post({ ...next(), [field]: word })
      const found = await rowsOf(`search=${encodeURIComponent(word.toUpperCase())}`)
      expect([field, found.map((one) => one[key])]).toEqual([field, [row[key]]])
    }
  })

  test.each([
    ['pageSize=101', 'Page size must be at most 100'],
    ['page=0', 'Page must be at least 1'],
    ['colour=red', 'Unknown parameter: colour'],
    ['sort=password', `Sort must be one of: ${[key, ...fields.sortable].flatMap((n) => [n, `-${n}`]).join(', ')}`],
  ])(`${entity}: a list asked with %s is refused`, async (query, message) => {
    const { status, body } = await send('GET', `${list.path}?${query}`)
    expect([status, body.message]).toEqual([400, message])
  })

  test.each([null, ...roleIDs])(`${entity}: role %s may make exactly its allowed calls`, async (roleID) => {
    const { [key]: id } = await post(next())
    const body = next()
    const attempts: [Endpoint, readonly RoleID[], string, Body | null][] = [
      [list, may.read, list.path, null],
      [get, may.read, at(id), null],
      [create, may.write, list.path, body],
      [update, may.write, at(id), body],
    ]
    for (const [e, allowed, path, sent] of attempts) {
      const { status, body } = await as(roleID)(e.method, path, sent && { ...sent, ...next() })
      const mayCall = roleID !== null && allowed.includes(roleID)
      expect({ call: e.method, status, body }).toEqual({ call: e.method, ...(mayCall ? done(e) : denied(roleID)) })
    }
  })
}

const done = (e: Endpoint) => ({ status: e.status ?? 200, body: expect.objectContaining({ success: true }) as unknown })
const denied = (roleID: RoleID | null) =>
  roleID === null
    ? { status: 401, body: { success: false, code: 'auth.required', message: 'Please sign in' } }
    : { status: 403, body: { success: false, code: 'access.denied', message: 'You may not do this' } }

type Json = { type?: string; format?: string; maxLength?: number; maximum?: number; enum?: string[]; anyOf?: Json[] }

/** Returns the schema of a value other than null. */
const given = (schema: Json): Json => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
const isText = (schema: Json | undefined) => {
  const { type, format, enum: words } = given(schema ?? {})
  return type === 'string' && (format === undefined || format === 'email') && words === undefined
}

/** Returns invalid values of a field, each with the message that refuses it. */
function wrongOf(name: string, schema: Json): { name: string; value: unknown; message: string }[] {
  const { type, format, maxLength, enum: words } = given(schema)
  const label = labelOf([name])
  if (words) return [{ name, value: 'Forged', message: `${label} must be one of: ${words.join(', ')}` }]
  if (type === 'boolean') return [{ name, value: 'yes', message: `${label} must be true or false` }]
  if (type === 'number' || type === 'integer') return [{ name, value: 'many', message: `${label} must be a number` }]
  if (type !== 'string') throw new Error(`conforms has no wrong value for ${name}: add one to wrongOf`)
  if (format === 'date')
    return [
      { name, value: 'tomorrow', message: `${label} must be a date like 2026-11-20` },
      { name, value: '0001-01-01', message: 'Enter a date between the years 1900 and 2999' },
    ]
  const long = { name, value: 'x'.repeat(maxLength! + 1), message: `${label} must be at most ${maxLength} characters` }
  if (format === 'email') return [{ name, value: 'orders@aurum', message: 'Enter a valid email' }]
  return [{ name, value: 5, message: `${label} must be text` }, long]
}
