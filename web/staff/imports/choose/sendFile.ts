import { type ImportDraftRow, importDrafts } from '../../../../contract/imports/drafts.ts'
import type { ImportKind } from '../../../../contract/imports/import-columns.ts'
import type { Failure } from '../../../../contract/shared/failure.ts'
import { ApiError } from '../../../lib/api.ts'
import { reportConnectionLost, reportConnectionRestored } from '../../../lib/connection.ts'
import { keyHeader } from '../../../lib/query.ts'
import { currentAccount, endSession } from '../../../lib/session.ts'

const connectionLost = 'The connection was lost while the file was sent. Please try again'
const unknownError = 'The server could not read this file. Please try again'

/**
 * Sends a file and resolves with its draft. It uses XMLHttpRequest, because fetch does not report how much of a body it
 * has sent. A second try with the same key creates no second draft.
 */
export function sendFile(
  { kind, file, key }: { kind: ImportKind; file: File; key: string },
  { signal, onSent }: { signal: AbortSignal; onSent: (bytes: number) => void },
): Promise<ImportDraftRow> {
  const { method, path } = importDrafts.create
  const token = currentAccount()?.token
  const form = new FormData()
  form.append('kind', kind)
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    request.responseType = 'json'
    const headers = { accept: 'application/json', ...keyHeader(key) }
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onSent(Math.min(file.size, scale(loaded, total))),
    )
    // The size of the body is that of the file and of the form around it.
    const scale = (loaded: number, total: number) => (total === 0 ? 0 : Math.round((loaded / total) * file.size))
    request.addEventListener('error', () => {
      reportConnectionLost()
      reject(new ApiError(null, 0, connectionLost))
    })
    request.addEventListener('abort', () => reject(new ApiError(null, 0, 'Stopped')))
    request.addEventListener('load', () => {
      reportConnectionRestored()
      const { status } = request
      if (status === 201) {
        resolve((request.response as { data: ImportDraftRow }).data)
        return
      }
      const failure = request.response as Partial<Failure> | null
      // If another tab has signed in as another user since this request, that session must not end.
      if (status === 401 && token !== undefined && token === currentAccount()?.token) endSession()
      reject(new ApiError(failure?.code ?? null, status, failure?.message ?? unknownError))
    })
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
