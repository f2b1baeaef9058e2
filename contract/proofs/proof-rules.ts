// The rules of payment proofs that the buyer's page, the queue and the server share.

/** The stored statuses of a proof. All but Sent are final. */
export const storedProofStatuses = ['Sent', 'Approved', 'Rejected', 'Withdrawn'] as const
/** The statuses that people read. A proof is Taken while a person has claimed it, for some minutes. */
export const proofStatuses = ['Sent', 'Taken', 'Approved', 'Rejected', 'Withdrawn'] as const
export type ProofStatus = (typeof proofStatuses)[number]

/** The minutes for which a person has a proof that they have taken. */
export const takenMinutes = 10

/** Maximum number of pictures and PDFs of one proof, and of the megabytes of each. */
export const proofFilesAtMost = 5
export const proofFileMegabytes = 8
/** Maximum number of proofs that buyers send for one sale within 24 hours, also those that they withdraw. */
export const proofsInADay = 10
/** Maximum number of hours by which a proof extends the hold of its sale, once. */
export const holdExtensionHours = 12

/** The length of a reference, and the least number of its letters and digits. */
export const referenceLength = { least: 3, most: 60 } as const
/** The days for which a payment can be reported. */
export const proofDays = 180

/** The reasons for which a proof is rejected. Each has a sentence for the buyer; the last is written by a person. */
export const rejectReasons = [
  'not_seen_yet',
  'reference_not_found',
  'amount_differs',
  'unreadable',
  'used_before',
  'own_words',
] as const
export type RejectReason = (typeof rejectReasons)[number]

/** Returns the number by which people name a proof. */
export const nameProof = (proofID: number) => `P-${proofID}`

/**
 * Returns a reference as the shop compares it: its letters and digits in capitals, also those of full width. It is empty
 * for a text without any.
 */
export const normalizeReference = (reference: string): string =>
  reference
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
