import { type Answer, type Endpoint, pathOf, type Sent } from '../../contract/shared/endpoint.ts'
import type { FailureCode } from '../../contract/shared/errors.ts'
import type { Failure } from '../../contract/shared/failure.ts'
import { reportConnectionLost, reportConnectionRestored } from './connection.ts'
import { setScreenLocked } from './screenLock.ts'
import { currentAccount, endSession } from './session.ts'

/**
 * A failed call. `code` is null if the response is not from the program itself, but from a proxy, for example. `status`
 * is 0 if the server could not be reached.
 */
export class ApiError extends Error {
  readonly code: FailureCode | null
  readonly status: number
  readonly errors: { field: string; message: string }[]
  constructor(
    code: FailureCode | null,
    status: number,
    message: string,
    errors: { field: string; message: string }[] = [],
  ) {
    super(message)
    this.code = code
    this.status = status
    this.errors = errors
  }
}

const unknownError = 'An unknown error occurred'

/** Returns the message that the server sent with an error, or `unknown` if it sent none. */
export const messageOf = (error: { message: string }, unknown: string = unknownError) =>
  error.message === unknownError ? unknown : error.message

/**
 * Returns a function that chooses a message for an error: `unanswered` if the server could not be reached, otherwise
 * `refused`.
 */
export const chooseFailureMessage =
  (unanswered: string, refused: string) =>
  ({ status }: { status: number }) =>
    status === 0 ? unanswered : refused

type Options = {
  /** More headers of the request. */
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Receives the headers of a response that is no error. */
  onHeaders?: (headers: Headers) => void
  /** Sends the request even if the page closes before the response arrives. The body must be small. */
  keepalive?: boolean
}

/** Calls one endpoint of the contract as the signed-in user. Throws ApiError. */
export async function call<E extends Endpoint>(e: E, sent: Sent<E>, options: Options = {}): Promise<Answer<E>> {
  return (await send(e, sent, options, (response) => response.json().catch(() => null))) as Answer<E>
}

/** Calls an endpoint that returns a file. Throws ApiError. */
export async function callForFile<E extends Endpoint & { file: string }>(e: E, sent: Sent<E>): Promise<Blob> {
  return (await send(e, sent, {}, (response) => response.blob())) as Blob
}

/**
 * Calls an endpoint that streams a file. Resolves when the file begins, and throws ApiError before that. A failure
 * after the beginning is thrown to the code that reads the stream.
 */
export async function callForStream<E extends Endpoint & { stream: readonly string[] }>(
  e: E,
  sent: Sent<E>,
  options: Options,
): Promise<Response> {
  return (await send(e, sent, options, async (response) => response)) as Response
}

async function send<E extends Endpoint>(
  e: E,
  sent: Sent<E>,
  options: Options,
  content: (response: Response) => Promise<unknown>,
): Promise<unknown> {
  const { query, body, files, ...params } = sent as {
    query?: Record<string, unknown>
    body?: object
    files?: Record<string, Blob[]>
  }
  const token = currentAccount()?.token
  const headers = new Headers({ accept: 'application/json', ...options.headers })
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  let payload: string | FormData | undefined
  if (e.files) payload = buildFormData(body ?? {}, files ?? {})
  else if (body !== undefined) {
    payload = JSON.stringify(body)
    headers.set('content-type', 'application/json')
  }

  let response: Response
  let answer: unknown
  try {
    response = await fetch(pathOf(e, params) + searchOf(query ?? {}), {
      method: e.method,
      headers,
      ...(payload !== undefined && { body: payload }),
      ...(options.signal && { signal: options.signal }),
      ...(options.keepalive && { keepalive: true }),
    })
    answer = await (response.ok ? content(response) : response.json().catch(() => null))
  } catch (error) {
    if (options.signal?.aborted) throw error
    reportConnectionLost()
    throw new ApiError(null, 0, 'The server cannot be reached. Please check the connection and try again.')
  }
  reportConnectionRestored()
  if (response.ok) {
    options.onHeaders?.(response.headers)
    return answer
  }

  const failure = answer as Partial<Failure> | null
  // If another tab has signed in as another user since this request, that session must not end.
  if (response.status === 401 && token !== undefined && token === currentAccount()?.token) {
    // A locked session goes on after the PIN, so that what is typed stays.
    if (failure?.code === 'session.locked') setScreenLocked(true)
    else endSession()
  }
  throw new ApiError(failure?.code ?? null, response.status, failure?.message ?? unknownError, failure?.errors)
}

function searchOf(query: Record<string, unknown>) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? '' : `?${search}`
}

const formTextOf = (value: unknown) =>
  Array.isArray(value) && value.some((one) => typeof one === 'object') ? JSON.stringify(value) : String(value)

/** Builds a multipart form. Sends an empty field as '' and a list of records as JSON, and omits undefined fields. */
function buildFormData(body: object, files: Record<string, Blob[]>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(body))
    if (value !== undefined) form.append(name, value === null ? '' : formTextOf(value))
  for (const [name, blobs] of Object.entries(files)) for (const blob of blobs) form.append(name, blob)
  return form
}
