import type { Endpoint, Sent } from '../../../../contract/shared/endpoint.ts'
import { metaOf, readQuery } from '../../../lib/query.ts'

/** Returns the query of an answer that several people at one live work on: each sees within a second what others do. */
export const readShared = <E extends Endpoint>(e: E, sent: Sent<E>) => ({
  ...readQuery(e, sent),
  meta: { ...metaOf(e, sent as object), isShared: true as const },
})
