import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'

import { proofs, type ProofRow } from '../../../../../contract/proofs/proofs.ts'
import { type ApiError, callForFile } from '../../../../lib/api.ts'
import { useObjectURL } from '../../../../lib/pictures.ts'
import { metaOf, readQuery } from '../../../../lib/query.ts'

export type ProofFile = ProofRow['files'][number]

const fileQuery = (proofID: number, fileID: number) =>
  queryOptions<Blob, ApiError>({
    queryKey: [proofs.file.path, proofID, fileID],
    queryFn: () => callForFile(proofs.file, { id: proofID, fileID }),
    // A file never changes, and may be removed while it is on the screen.
    staleTime: 'static',
    meta: metaOf(proofs.file),
  })

/** Fetches a picture or a PDF, which has no address that an image element could show. */
export function useProofFile(proofID: number, fileID: number | null) {
  const { data, error, refetch } = useQuery({ ...fileQuery(proofID, fileID ?? 0), enabled: fileID !== null })
  const content = fileID === null ? null : (data ?? null)
  return { content, url: useObjectURL(content), error, refetch }
}

/** Fetches a proof and its first picture before it is opened. A failure shows when it is opened. */
export async function prefetchProof(client: QueryClient, proofID: number): Promise<void> {
  const query = readQuery(proofs.get, { id: proofID })
  await client.prefetchQuery({ ...query, staleTime: 30_000 })
  const [file] = client.getQueryData(query.queryKey)?.data.files ?? []
  if (file && !file.isRemoved) await client.prefetchQuery(fileQuery(proofID, file.proofFileID))
}
