import type { FastifyRequest } from 'fastify'

import { type ProofProblem, proofFields, type TypedProof } from '../../contract/order-page/order-page.ts'
import { proofFileMegabytes, proofFilesAtMost } from '../../contract/proofs/proof-rules.ts'
import type { UploadedFile } from '../../contract/shared/endpoint.ts'

/** The bytes after which a form is cut off: twice what it may send, so that a buyer reads that a file is too large. */
const mostBytes = 2 * proofFilesAtMost * proofFileMegabytes * 2 ** 20

const limits = {
  fileSize: proofFileMegabytes * 2 ** 20,
  // One more than is taken, so that it can be said that there are too many.
  files: proofFilesAtMost + 1,
  fields: 10,
  fieldSize: 500,
  parts: 20,
}

/** What a form sent, as far as it could be read. */
export type ProofForm = { typed: TypedProof; files: UploadedFile[]; problem: ProofProblem | null }

/** Reads the form of a payment proof as it streams in, and never more than its limits into memory. */
export async function readProofForm(request: FastifyRequest): Promise<ProofForm> {
  const typed: TypedProof = { amount: '', day: '', reference: '', account: '', key: '' }
  const files: UploadedFile[] = []
  const fail = (problem: ProofProblem): ProofForm => ({ typed, files: [], problem })
  if (!request.isMultipart()) return fail({ field: null, is: 'cut off' })
  limitBody(request)
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (Object.hasOwn(typed, part.fieldname) && typeof part.value === 'string')
          typed[part.fieldname as keyof TypedProof] = part.value
        continue
      }
      const bytes = await part.toBuffer()
      // A browser sends an empty file without a name where none was chosen.
      if (part.fieldname === proofFields[4] && (part.filename || bytes.length > 0))
        files.push({ name: part.filename ?? '', bytes })
    }
  } catch (error) {
    discardRest(request)
    const { code } = error as { code?: string }
    return fail(failures[code ?? ''] ?? { field: null, is: 'cut off' })
  }
  return { typed, files, problem: null }
}

const failures: Partial<Record<string, ProofProblem>> = {
  FST_FILES_LIMIT: { field: 'pictures', is: 'too many' },
  FST_REQ_FILE_TOO_LARGE: { field: 'pictures', is: 'too large' },
}

/**
 * Reads on without keeping anything, because a browser shows no answer before it has sent its form. A form that never ends
 * loses its connection.
 */
export function discardRest(request: FastifyRequest) {
  request.raw.unpipe()
  limitBody(request)
  request.raw.resume()
}

/** Closes the connection of a form that sends far more than its limits. The parser skips what is above them. */
function limitBody({ raw }: FastifyRequest) {
  let seen = 0
  raw.on('data', (chunk: Buffer) => {
    seen += chunk.length
    if (seen > mostBytes) raw.destroy()
  })
}
