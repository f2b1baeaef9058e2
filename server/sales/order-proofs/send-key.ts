import { createHash } from 'node:crypto'

import type { UploadedFile } from '../../../contract/shared/endpoint.ts'
import type { ReadProof } from './sending.rules.ts'

/**
 * Returns the key of one sending: the same form with the same content has the same key, so that a double click or a
 * repeated request makes no second proof. Changed content makes another proof also when the browser went back.
 */
export function createSendKey(formKey: string, read: ReadProof, files: readonly UploadedFile[]): string {
  const hash = createHash('sha256').update(JSON.stringify([formKey, read]))
  for (const { bytes } of files) hash.update(createHash('sha256').update(bytes).digest())
  return hash.digest('hex')
}
