import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { endpoints } from '../../contract/index.ts'
import type { Endpoint } from '../../contract/shared/endpoint.ts'
import { z } from '../../contract/shared/zod.ts'
import { testApp } from '../support/fixtures.ts'
import { formOf } from '../support/pictures.ts'

// Proves that no input causes a 5xx, and that a refusal is a sentence and changes nothing.
const { app, as, db, tokens } = await testApp()
const admin = as(1)
for (const n of [1, 2])
  await admin('POST', '/api/v2/suppliers', { supplierName: `S${n}`, contactDetails: '1', email: 's@x.example' })

// A trigger counts every written row in the same transaction, so that a rollback also undoes the count.
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

test('the count includes committed rows and excludes rolled-back rows', async () => {
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
/** Returns a value that the schema accepts. Nearly valid input reaches more code than random input. */
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

const injected = "x'); drop table supplier; --"
const markup = '</script><img src=x onerror=owned=1>'
const deep = (levels: number): unknown => (levels === 0 ? 1 : [{ deeper: deep(levels - 1) }])

const nasty = fc.oneof(
  fc.constantFrom<unknown>('a\0b', '\0', '\ud800', "';--", injected, markup, '{{7*7}}', '\u202e\u2028', '/../..'),
  fc.constantFrom<unknown>([], {}, [[]], ['1'], [1, 1], { id: 1 }, [null], deep(3), deep(300), Array(300).fill(1)),
  fc.constantFrom<unknown>(
    '1e999',
    '0x10',
    '-0',
    '1,5',
    ' 1 ',
    '٣',
    '0000-00-00',
    '9999-12-31',
    '+275760-09-13T00:00Z',
  ),
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
/** Generates a body that is valid except for at most two fields (of the body or its lines), or no body. */
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
const keys = fc.constantFrom(
  '1',
  '1',
  '2',
  '0',
  '-1',
  '1.5',
  'x',
  '2147483647',
  '2147483648',
  '%00',
  "'",
  '%2e%2e',
  '1e1',
)

type Answered = { status: number; body: { success?: unknown; message?: unknown } }
/** Makes a call and returns the faults of its response. The expected result is always an empty list. */
async function faultsOf(call: () => Promise<Answered>): Promise<string[]> {
  const before = await written()
  const { status, body } = await call()
  if (status < 400) return []
  const text = JSON.stringify(body)
  const message = String(body.message)
  const faults = {
    'The status is 500 or above.': status >= 500,
    'The body is not a refusal.': body.success !== false,
    'The message is not a sentence.': !/^[\p{Lu}\d₱].{3,}/u.test(message),
    'The message contains words of the program.': /\b(undefined|null|expected)\b|\[object|Invalid input/.test(message),
    'The response shows internals.':
      /\.ts:\d|node_modules|DrizzleQuery|ZodError|violates|relation \\"|syntax error/.test(text),
    'The call changed a row.': (await written()) !== before,
  }
  return Object.entries(faults).flatMap(([fault, isPresent]) => (isPresent ? [`${fault} ${status} ${text}`] : []))
}

// Skip the calls that end the sessions used here.
// A stream does not end by itself. Hostile places are tested in server/events/streams.test.ts.
const open = endpoints.filter((e) => !e.path.endsWith('/logout') && !e.path.includes('/sessions') && !e.live)
const calls = open.map((e) => [`${e.method} ${e.path}`, e] as const)
/** More runs take minutes and are for `npm run test:long`. */
const numRuns = Number(process.env['RUNS'] ?? 25)

function pathOf({ path }: Endpoint, ids: string[] = []) {
  let n = 0
  return path.replaceAll(/:\w+/g, () => ids[n++] ?? '1')
}

/** Returns the body as a form sends it: well-formed Unicode texts, as in browsers. */
const textsOf = (body: object) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return [name.toWellFormed(), text.toWellFormed()]
    }),
  )

test.each(calls)('%s withstands random input', async (_, e) => {
  await fc.assert(
    fc.asyncProperty(
      bodies(e),
      queries(e),
      fc.array(keys, { minLength: 2, maxLength: 2 }),
      fc.boolean(),
      async (body, query, ids, inForm) => {
        const path = `${pathOf(e, ids)}${e.query ? `?${query}` : ''}`
        const asForm = e.files && inForm && typeof body === 'object' && body !== null
        const sent = asForm ? formOf(textsOf(body)) : (body as object)
        expect(await faultsOf(() => admin(e.method, path, e.method === 'GET' ? null : sent))).toEqual([])
      },
    ),
    { numRuns },
  )
})

const writing = calls.filter(([, e]) => e.body)
test.each(writing)('%s withstands SQL, markup and unstorable characters in every text', async (_, e) => {
  const everywhere = (value: unknown, text: string): unknown => {
    if (typeof value === 'string') return value.startsWith('Sample') ? text : value
    if (Array.isArray(value)) return value.map((one) => everywhere(one, text))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, everywhere(one, text)]))
  }
  for (const text of [
    injected,
    markup,
    '${7*7}{{7*7}}',
    'a\0b',
    '\ud800',
    '\u202e\u2028\ufeff',
    ' ',
    'x'.repeat(100_000),
  ])
    expect(
      await faultsOf(() => admin(e.method, pathOf(e), everywhere(sampleOf(schemaOf(e.body)), text) as object)),
    ).toEqual([])
})

test.each(writing)('%s withstands a body that is no JSON or has a wrong content type', async (_, e) => {
  const json = JSON.stringify(sampleOf(schemaOf(e.body)))
  for (const [type, payload] of [
    ['application/json', json.slice(0, -1)],
    ['application/json', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['application/json', '{"constructor":{"prototype":{"owned":1}}}'],
    ['application/json', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['application/json; charset=utf-16', Buffer.from(json, 'utf16le')],
    ['application/json, text/plain', json],
    ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ['application/x-www-form-urlencoded', 'a=1&a=2&__proto__[b]=1'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
    ],
    ['text/plain', json],
    ['*/*', json],
    ['application/json\u00e9', json],
  ] as const) {
    const headers = { authorization: `Bearer ${tokens.get(1)}`, 'content-type': type }
    const call = async () => {
      const response = await app.inject({ method: e.method, url: pathOf(e), headers, payload })
      return { status: response.statusCode, body: response.json() }
    }
    expect(await faultsOf(call)).toEqual([])
  }
  expect('owned' in {}).toBe(false)
})

const asking = calls.filter(([, e]) => e.query)
test.each(asking)('%s withstands repeated and malformed query parameters', async (_, e) => {
  const names = Object.keys(schemaOf(e.query).properties ?? {})
  const odd = names.flatMap((name) => [`${name}=1&${name}=2`, `${name}[a]=1`])
  for (const query of [
    ...odd,
    '__proto__=1',
    'constructor.prototype=1',
    '&&&',
    '=',
    '%',
    `${names[0]}=%ff`,
    `${names[0]}[]=1`,
    names[0],
    'a=1&'.repeat(1000),
  ])
    expect(await faultsOf(() => admin(e.method, `${pathOf(e)}?${query}`))).toEqual([])
})
