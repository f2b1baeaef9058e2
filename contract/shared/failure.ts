import { failureCodes } from './errors.ts'
import { z } from './zod.ts'

/** The body of every failed response. Browsers load only its type, because its codes are many. */
export const Failure = z
  .object({
    success: z.literal(false),
    /** The stable code of the failure, for programs. The sentence may change. */
    code: z.enum(failureCodes),
    message: z.string(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Failure' })
export type Failure = z.infer<typeof Failure>
