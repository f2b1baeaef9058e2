import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Endpoint } from '../contract/endpoint.ts'
import { endpoints } from '../contract/index.ts'
import { z } from '../contract/zod.ts'
import { testApp } from './fixtures.ts'

// Whatever anybody sends: never a 5xx; a refusal is a sentence, and changes nothing.
const { as, db } = await testApp()
const admin = as(1)
for (const n of [1, 2])
  await admin('POST', '/api/v2/suppliers', { supplierName: `S${n}`, contactDetails: '1', email: 's@x.example' })

// Every row that is written is noted, in the same transaction: what is undone has not been written.
const { rows } = await db.execute<{ name: string }>(
  sql`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not in ('attempt', 'migration')`,
)
await db.execute(sql`create table written (count bigint not null)`)
await db.execute(sql`insert into written values (0)`)
await db.execute(sql`create function note_written() returns trigger language plpgsql as
  $$ begin update written set count = count + 1; return null; end $$`)
for (const { name } of rows)
  await db.execute(
    sql.raw(`create trigger noted after insert or update or delete on "${name}"
      for each row execute function note_written()`),
  )
const written = async () => (await db.execute<{ count: string }>(sql`select count from written`)).rows[0]!.count

test('what is written is noted, and what is undone is not', async () => {
  const before = await written()
  const supplier = { supplierName: 'S3', contactDetails: '1', email: 's@x.example' }
  expect((await admin('POST', '/api/v2/suppliers', supplier)).status).toBe(201)
  const after = await written()
  expect(Number(after)).toBeGreaterThan(Number(before))
  expect((await admin('POST', '/api/v2/suppliers', supplier)).status).toBe(409)
  expect(await written()).toBe(after)
})

type Json = {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  minimum?: number
  exclusiveMinimum?: number
  anyOf?: Json[]
  oneOf?: Json[]
  items?: Json
  properties?: Record<string, Json>
}
const schemaOf = (schema: z.ZodType | undefined) =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json) : {}

let made = 0
/** Something that the schema takes: what is nearly right gets further than noise. */
function sampleOf(schema: Json): unknown {
  const one = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (one) return sampleOf(one)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.format === 'email') return `x${++made}@x.example`
  if (schema.format === 'date') return '2026-11-20'
  if (schema.format === 'date-time') return '2026-11-20T00:00:00.000Z'
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, of]) => [name, sampleOf(of)]))
  if (schema.type === 'array') return [sampleOf(schema.items ?? {})]
  if (schema.type === 'number' || schema.type === 'integer') return 1
  if (schema.type === 'boolean') return true
  return schema.type === 'string' ? `Sample ${++made}` : '1'
}

const nasty = fc.oneof(
  fc.constantFrom<unknown>('a\0b', '\0', '\ud800', "';--"),
  fc.constantFrom<unknown>(null, true, '', ' ', 0, -1, 1, 2, 0.001, 1.005, 1e300, 2_147_483_648, 9e15, '2026-02-30'),
  fc.constantFrom<unknown>(
    'a\0b',
    '\ud800',
    '%',
    '_',
    "';--",
    '1',
    'NaN',
    '2026-11-20',
    'x'.repeat(5000),
    '💍',
    'a@b.example',
  ),
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
)
/** A body that is right but for up to two of its fields (or of its lines'), or no body at all. */
const bodies = (e: Endpoint) => {
  const schema = schemaOf(e.body)
  const names = Object.keys(schema.properties ?? { nothing: 1 })
  const wrongs = fc.dictionary(fc.constantFrom(...names, 'createdByID', 'updatedAt', 'constructor'), nasty, {
    minKeys: 1,
    maxKeys: 2,
  })
  const nearly = fc.tuple(wrongs, wrongs, fc.boolean()).map(([wrong, wrongLine, inLine]) => {
    const body = sampleOf(schema) as Record<string, unknown>
    if (typeof body !== 'object') return body
    const { updatedAt: _, ...rest } = body
    const lines = Object.entries(rest).find(([, value]) => Array.isArray(value))
    if (inLine && lines) return { ...rest, [lines[0]]: [{ ...(lines[1] as object[])[0], ...wrongLine }] }
    return { ...rest, ...wrong }
  })
  return fc.oneof({ weight: 5, arbitrary: nearly }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) })
}
const queries = (e: Endpoint) => {
  const names = Object.keys(schemaOf(e.query).properties ?? {})
  return fc
    .dictionary(fc.constantFrom('nonsense', 'page', ...names), nasty.map(String), { maxKeys: 2 })
    .map((query) => new URLSearchParams(query).toString())
}
const keys = fc.constantFrom('1', '1', '2', '0', '-1', '1.5', 'x', '2147483647', '2147483648', '%00', "'")

// Not signing out or ending the session that the calls stand on.
const open = endpoints.filter((e) => !e.path.endsWith('/logout') && !e.path.includes('/sessions'))
test.each(open.map((e) => [`${e.method} ${e.path}`, e] as const))('%s bears anything', async (_, e) => {
  await fc.assert(
    fc.asyncProperty(
      bodies(e),
      queries(e),
      fc.array(keys, { minLength: 2, maxLength: 2 }),
      async (body, query, ids) => {
        let n = 0
        const path = e.path.replaceAll(/:\w+/g, () => ids[n++]!)
        const before = await written()
        const payload = e.method === 'GET' ? null : (body as object)
        const answer = await admin(e.method, `${path}${e.query ? `?${query}` : ''}`, payload)
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
        if (answer.status < 400) return
        expect(answer.body).toMatchObject({ success: false, message: expect.stringMatching(/^[\p{Lu}\d₱].{3,}/u) })
        expect(answer.body.message).not.toMatch(/\b(undefined|null|expected)\b|\[object|Invalid input/)
        expect(await written()).toBe(before)
      },
    ),
    { numRuns: 40 },
  )
})
