// Calls the API as somebody would who looks for the amounts of a drawer: with every key, order, filter and search.
import type { FastifyInstance } from 'fastify'

import type { Endpoint } from '../../contract/shared/endpoint.ts'
import { z } from '../../contract/shared/zod.ts'
import { readPdfTexts } from './pdf-text.ts'

export type Call = { method: Endpoint['method']; url: string; body?: object | undefined }
export type Found = { status: number; text: string }

type Json = {
  type?: string
  format?: string
  enum?: unknown[]
  const?: string | number | boolean
  anyOf?: Json[]
  oneOf?: Json[]
  items?: Json
  properties?: Record<string, Json>
}
const schemaOf = (schema: z.ZodType | undefined) =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json) : {}

/** Returns the values with which a field of a query is tried: every choice, some keys and amounts, the texts to look for. */
function valuesOf(name: string, schema: Json, texts: readonly string[]): string[] {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.flatMap((one) => valuesOf(name, one, texts))
  if (schema.const !== undefined) return [String(schema.const)]
  if (schema.enum) return schema.enum.map(String)
  if (schema.type === 'boolean') return ['true', 'false']
  if (name === 'search' || name === 'q') return [...texts]
  if (schema.format === 'date' || /^(from|to|day|on|asOf)$/.test(name)) return ['2020-01-01', '2040-01-01']
  return ['1', '6000']
}

/** Fields that tell nothing that another order does not tell. */
const plain = new Set(['page', 'pageSize', 'createdByID', 'modifiedByID'])

/** Returns the queries with which a call is made: none, and each value of each field by itself. */
export function queriesOf(e: Endpoint, texts: readonly string[], fixed: readonly string[] = ['']): string[] {
  const fields = Object.entries(schemaOf(e.query).properties ?? {}).filter(([name]) => !plain.has(name))
  const single = fields.flatMap(([name, schema]) =>
    valuesOf(name, schema, texts).map((value) => `${name}=${encodeURIComponent(value)}`),
  )
  return fixed.flatMap((start) => ['', ...single].map((one) => [start, one].filter(Boolean).join('&')))
}

/** Returns a value that the schema accepts, with the given values for the fields of these names. */
function sampleOf(schema: Json, name: string, known: Record<string, unknown>): unknown {
  if (name in known) return known[name]
  const one = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (one) return sampleOf(one, name, known)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.format === 'email') return 'x@x.example'
  if (schema.format === 'date') return '2026-11-20'
  if (schema.format === 'date-time') return '2026-11-20T00:00:00.000Z'
  if (schema.format === 'uuid') return '01890000-0000-7000-8000-000000000000'
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([field, of]) => [field, sampleOf(of, field, known)]),
    )
  if (schema.type === 'array') return [sampleOf(schema.items ?? {}, name, known)]
  if (schema.type === 'number' || schema.type === 'integer') return 1
  if (schema.type === 'boolean') return true
  return 'Sample'
}

/** Makes a call and returns what its caller can tell from the answer, without moments and random codes. */
export async function makeCall(app: FastifyInstance, token: string, { method, url, body }: Call): Promise<Found> {
  const answer = await app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  })
  const isPaper = String(answer.headers['content-type']) === 'application/pdf'
  const text = isPaper ? readPdfTexts(answer.rawPayload).join('\n') : answer.payload
  const told = ['x-changed', 'content-disposition'].map((name) => answer.headers[name] ?? '').join(' ')
  return { status: answer.statusCode, text: withoutChance(`${told}\n${text}`) }
}

/** Replaces moments, and codes that are random. */
const withoutChance = (text: string) =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>')
    .replaceAll(/"code":"\w{8}"|\/c\/[\w-]{9}|\b\w{4}-\w{4}-\w{4}\b/g, '<code>')
    .replaceAll(/"path":"M[^"]*"/g, '<QR code>')
    .replaceAll(/[\w-]{8}(-[\w-]{4}){3}-[\w-]{12}|(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{22,}/g, '<code>')

/** Returns the bodies with which a call is made: amounts below and above what is due, by each payment type, and none. */
export function listBodies(e: Endpoint, known: Record<string, unknown>): (object | undefined)[] {
  if (!e.body) return [undefined]
  const schema = schemaOf(e.body)
  const fields = JSON.stringify(schema)
  const amounts = /"(amount|offer)"/.test(fields) ? [600, 1, 20_000] : [600]
  const types = fields.includes('"paymentTypeID"') ? [1, 4, 5, 6] : [4]
  const sent = amounts.flatMap((amount) =>
    types.map((paymentTypeID) => sampleOf(schema, '', { ...known, amount, offer: amount, paymentTypeID }) as object),
  )
  return [...sent, {}]
}
