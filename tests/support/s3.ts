import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Stored = { bytes: Buffer; at: Date; type: string }

/** The page size of a listing. It is small, so that tests reach the second page. */
const pageSize = 3
const account = { AWS_ACCESS_KEY_ID: 'ALAHASTESTS', AWS_SECRET_ACCESS_KEY: 'a secret of the tests' }

/**
 * Starts an S3 server with one bucket, `pictures`. It supports put (also if-none-match), get, head, delete and list,
 * and refuses unsigned calls. `url` is the value for UPLOADS_URL; `files` holds the objects by full name. While
 * `state.away` is true it breaks every connection.
 */
export async function s3Server() {
  const files = new Map<string, Stored>()
  const state = { away: false }
  const server = createServer((request, response) => {
    if (state.away) request.socket.destroy()
    else void answer(request, response, files)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `s3://pictures/shop?region=eu-test-1&endpoint=${endpoint}&path-style`,
    environment: account,
    bucket: { bucket: 'pictures', prefix: 'shop/', region: 'eu-test-1', endpoint, pathStyle: true },
    files,
    state,
    close,
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, files: Map<string, Stored>) {
  const body = await buffer(request)
  const refuse = (status: number, code: string) =>
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(`<Error><Code>${code}</Code><Message>${code}, says the test</Message></Error>`)
  const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
  const [, bucket, ...rest] = decodeURIComponent(pathname).split('/')
  const key = rest.join('/')
  const file = files.get(key)
  if (!isSigned(request)) return refuse(403, 'AccessDenied')
  if (bucket !== 'pictures') return refuse(404, 'NoSuchBucket')
  if (key === '') return response.setHeader('content-type', 'application/xml').end(listing(files, searchParams))
  switch (request.method) {
    case 'PUT':
      if (file && request.headers['if-none-match'] === '*') return refuse(412, 'PreconditionFailed')
      files.set(key, { bytes: body, at: new Date(), type: request.headers['content-type'] ?? '' })
      return response.end()
    case 'DELETE':
      files.delete(key)
      return response.writeHead(204).end()
    default:
      if (!file) return refuse(404, 'NoSuchKey')
      response.writeHead(200, { 'content-length': file.bytes.length, 'content-type': file.type })
      return response.end(request.method === 'HEAD' ? undefined : file.bytes)
  }
}

/** Whether the request is signed with the account's key for this region. */
const isSigned = ({ headers }: IncomingMessage) =>
  /^AWS4-HMAC-SHA256 Credential=ALAHASTESTS\/\d{8}\/eu-test-1\/s3\/aws4_request, SignedHeaders=[\w;-]*host[\w;-]*, Signature=[0-9a-f]{64}$/.test(
    headers.authorization ?? '',
  )

function listing(files: Map<string, Stored>, search: URLSearchParams) {
  const after = search.get('continuation-token') ?? ''
  const names = [...files.keys()].filter((key) => key.startsWith(search.get('prefix') ?? '') && key > after).toSorted()
  const page = names.slice(0, pageSize)
  const rest = names.length > page.length
  const contents = page.map((key) => {
    const { bytes, at } = files.get(key)!
    return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${at.toISOString()}</LastModified></Contents>`
  })
  const next = rest ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${rest}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
}
