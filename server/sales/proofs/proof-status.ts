import { sql } from 'drizzle-orm'

import type { ProofStatus } from '../../../contract/proofs/proof-rules.ts'
import { paymentProof } from '../../db/schema/proofs.ts'

/** SQL for whether somebody has taken a waiting proof at this moment. */
export const isTaken = (now: Date) =>
  sql`coalesce(${paymentProof.status} = 'Sent' and ${paymentProof.takenUntil} > ${now.toISOString()}::timestamptz, false)`

/** SQL for the status that people read. */
export const statusAt = (now: Date) =>
  sql<ProofStatus>`case when ${isTaken(now)} then 'Taken' else ${paymentProof.status} end`
