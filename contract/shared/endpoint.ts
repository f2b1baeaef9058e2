import type { EventEntity } from './events.ts'
import type { Access } from './permissions.ts'
import type { workbookType } from './workbooks.ts'
import type { z } from './zod.ts'

/** A type of file that the server generates while it sends it. */
export type StreamType = 'text/csv' | typeof workbookType

/** Names the records whose figures a call shows: many, or the one record of this kind whose key is `:id`. */
export type TellsCash = 'many' | 'sale' | 'customer' | 'tradeIn' | 'drawerSession'

/** The description of one HTTP endpoint, which the server, the web client and the OpenAPI document share. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path. `:id` and other parameters are positive whole numbers. */
  path: `/api/${string}`
  /** A short description for the OpenAPI document. */
  summary: string
  /** The access that a caller needs. It has no default, so that no endpoint is public by mistake. */
  access: Access
  /** Set when a session that a PIN opened may not make the call, although it has the access. */
  needsPassword?: true
  /**
   * The kinds of record whose changes can change the response of a GET, so that a screen fetches it again after such an
   * event. In a path that ends with `/:id`, the first kind is that of the record: only its own key counts.
   */
  about?: readonly EventEntity[] | 'everything'
  /**
   * Set when the cash that a drawer should hold can be computed from the response or from a refusal. Those who count a
   * drawer blind are then refused: always for `many`; for one record if it has money in the counted session, or for a
   * session if it is of that drawer (docs/reference/drawers.md). Without it, the answer depends on no such amount, which
   * `tests/security/blind-count.test.ts` proves.
   */
  tellsCash?: TellsCash
  query?: z.ZodType
  body?: z.ZodType
  /** The file fields of a multipart/form-data request, each with its maximum number of files. */
  files?: Record<string, number>
  /** Maximum size of a file and of each text field, in bytes. The default is the limit of a picture. */
  fileBytes?: number
  /** The schema of the whole response body, including the envelope (`answer`, `pageOf`). */
  returns: z.ZodType
  /** Set when the response is a file of this type instead of JSON. `returns` must then be FileAnswer. */
  file?: 'application/pdf' | typeof privateFile
  /** Set when the query's `format` may request a streamed file of one of these types instead of JSON. */
  stream?: readonly StreamType[]
  /** Set when the response is an endless stream of server-sent events. `returns` then describes a refusal. */
  live?: true
  /** 201 for endpoints that create a record; they also honour the Idempotency-Key header. The default is 200. */
  status?: 201
}

/** The response is a private file, whose own type the answer names. It is only ever downloaded and never stored. */
export const privateFile = 'application/octet-stream'

export const endpoint = <const E extends Endpoint>(e: E) => e

type PathParams<P extends string> = P extends `/api/${infer Rest}/:id`
  ? { id: number } & PathParams<`/api/${Rest}`>
  : P extends `${string}:${infer Name}/${infer Rest}`
    ? Record<Name, number> & PathParams<Rest>
    : P extends `${string}:${infer Name}`
      ? Record<Name, number>
      : unknown

/** An uploaded file, as a handler receives it. */
export type UploadedFile = { name: string; bytes: Uint8Array }

/** The input of a client's call: the path parameters, and `query`, `body` and `files` if the endpoint has them. */
export type Sent<E extends Endpoint> = PathParams<E['path']> &
  (E extends { query: infer Q extends z.ZodType } ? { query?: z.input<Q> } : unknown) &
  (E extends { body: infer B extends z.ZodType } ? { body: z.input<B> } : unknown) &
  (E extends { files: infer F } ? { files?: { [Name in keyof F]?: Blob[] } } : unknown)

/** The parsed input that a handler receives. */
export type Received<E extends Endpoint> = PathParams<E['path']> &
  (E extends { query: infer Q extends z.ZodType } ? { query: z.output<Q> } : unknown) &
  (E extends { body: infer B extends z.ZodType } ? { body: z.output<B> } : unknown) &
  (E extends { files: infer F } ? { files: { [Name in keyof F]: UploadedFile[] } } : unknown)

/** Returns an endpoint's path with its parameters filled in. */
export const pathOf = ({ path }: Endpoint, params: Record<string, unknown>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** The result that a handler returns, before encoding. */
export type Returned<E extends Endpoint> = z.output<E['returns']>
/** The response body as the client receives it, in JSON types. */
export type Answer<E extends Endpoint> = z.input<E['returns']>
