import type { Access } from './permissions.ts'
import type { z } from './zod.ts'

/** One HTTP call, described once: the server serves it, the web calls it, the OpenAPI document lists it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `:id` and other parameters are positive whole numbers. */
  path: `/api/${string}`
  /** What it does, in a few words, for the OpenAPI document. */
  summary: string
  /** Who may call it. There is no default: every endpoint must say. */
  access: Access
  query?: z.ZodType
  body?: z.ZodType
  /** Makes the call multipart/form-data: its file fields, and how many files each takes at most. */
  files?: Record<string, number>
  /** How large a file may be, in bytes, and the texts beside it together; as large as a picture where left out. */
  fileBytes?: number
  /** The whole answer, envelope and all (`answer`, `pageOf`). */
  returns: z.ZodType
  /** Its answer is a file of this kind instead of JSON: `returns` is FileAnswer then. */
  file?: 'application/pdf'
  /** It can also answer a file of this kind, sent while it is read, where its query asks for it (`format`). */
  stream?: 'text/csv'
  /** 201 for calls that create; those also honour the Idempotency-Key header. 200 where left out. */
  status?: 201
}

export const endpoint = <const E extends Endpoint>(e: E) => e

type PathParams<P extends string> = P extends `/api/${infer Rest}/:id`
  ? { id: number } & PathParams<`/api/${Rest}`>
  : P extends `${string}:${infer Name}/${infer Rest}`
    ? Record<Name, number> & PathParams<Rest>
    : P extends `${string}:${infer Name}`
      ? Record<Name, number>
      : unknown

/** A file as the server receives it. */
export type UploadedFile = { name: string; bytes: Uint8Array }

/** What a caller sends: path parameters, plus `query`, `body` and `files` where the endpoint has them. */
export type Sent<E extends Endpoint> = PathParams<E['path']> &
  (E extends { query: infer Q extends z.ZodType } ? { query?: z.input<Q> } : unknown) &
  (E extends { body: infer B extends z.ZodType } ? { body: z.input<B> } : unknown) &
  (E extends { files: infer F } ? { files?: { [Name in keyof F]?: Blob[] } } : unknown)

/** What a handler receives: the same, parsed. */
export type Received<E extends Endpoint> = PathParams<E['path']> &
  (E extends { query: infer Q extends z.ZodType } ? { query: z.output<Q> } : unknown) &
  (E extends { body: infer B extends z.ZodType } ? { body: z.output<B> } : unknown) &
  (E extends { files: infer F } ? { files: { [Name in keyof F]: UploadedFile[] } } : unknown)

/** The address of a call: its path with the keys that are sent put into it. */
export const pathOf = ({ path }: Endpoint, params: Record<string, unknown>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** What a handler returns (parsed form) and what the caller sees (JSON form). */
export type Returned<E extends Endpoint> = z.output<E['returns']>
export type Answer<E extends Endpoint> = z.input<E['returns']>
