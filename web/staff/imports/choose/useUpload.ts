import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { type ImportDraftRow, importDrafts } from '../../../../contract/imports/drafts.ts'
import type { ImportKind } from '../../../../contract/imports/import-columns.ts'
import { importBytes } from '../../../../contract/imports/imports.ts'
import type { ApiError } from '../../../lib/api.ts'
import { createIdempotencyKey } from '../../../lib/query.ts'
import { draftKey } from '../draft/draftAddress.ts'
import { sendFile } from './sendFile.ts'

/** A file on its way to the server, with the number of bytes that were sent. */
type Upload = { file: File; key: string; sent: number }

/** Sends a file once, with its progress. `draft` is the result. */
export function useUpload(kind: ImportKind) {
  const client = useQueryClient()
  const [upload, setUpload] = useState<Upload | null>(null)
  const [draft, setDraft] = useState<ImportDraftRow | null>(null)
  /** The failure, with the upload to repeat if a second try can help. */
  const [failure, setFailure] = useState<{ message: string; again: Upload | null } | null>(null)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function send(next: Upload) {
    const { signal } = (abort.current = new AbortController())
    setFailure(null)
    setUpload(next)
    try {
      const made = await sendFile(
        { kind, ...next },
        { signal, onSent: (sent) => signal.aborted || setUpload({ ...next, sent }) },
      )
      client.setQueryData(draftKey(made.importDraftID), { success: true, data: made })
      setDraft(made)
    } catch (error) {
      const { status, message } = error as ApiError
      if (!signal.aborted) setFailure({ message, again: status === 0 || status >= 500 ? next : null })
    }
    if (!signal.aborted) setUpload(null)
    // A file that was stopped after its last byte may be a draft already.
    void client.invalidateQueries({ queryKey: [importDrafts.list.path] })
  }

  function choose(file: File) {
    if (file.size > importBytes) {
      setFailure({ message: `${file.name} has more than ${importBytes / 2 ** 20} MB. Please divide it`, again: null })
      return
    }
    void send({ file, key: createIdempotencyKey(), sent: 0 })
  }

  function stop() {
    abort.current?.abort()
    setUpload(null)
    setFailure({ message: `You stopped ${upload?.file.name}. Nothing was imported`, again: null })
  }

  return { upload, draft, failure, choose, stop, retry: () => failure?.again && void send(failure.again) }
}
