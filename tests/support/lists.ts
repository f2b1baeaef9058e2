import type { Endpoint } from '../../contract/shared/endpoint.ts'
import { z } from '../../contract/shared/zod.ts'

type List = Endpoint & { query: z.ZodObject }

/** Whether an endpoint of the back-office returns a page of records. The public catalogue has no records to filter. */
export const isList = (e: Endpoint): e is List =>
  e.method === 'GET' && e.access !== 'public' && e.query instanceof z.ZodObject && 'pageSize' in e.query.shape
