// The rules of certificates that the server, the back-office and the public page share. The public page loads no zod.

import { formatCode } from '../shared/codes.ts'

/** The number of letters of a code: 32^8 codes are too many to try. */
export const codeLength = 8

/** The English path of the public page that checks a certificate, without the code. */
export const checkPath = '/c'

/** Returns the address of a certificate's check, which the QR holds. */
export const checkAddressOf = (origin: string, code: string) => `${origin}${checkPath}/${formatCode(code)}`

/** Why a certificate no longer counts. The public page has a sentence for each, in three languages. */
export const revocationReasons = ['changed', 'mistake', 'lost', 'returned', 'other'] as const
export type RevocationReason = (typeof revocationReasons)[number]

/** The reasons as staff read them. */
export const revocationReasonNames: Record<RevocationReason, string> = {
  changed: 'The piece was changed, such as sized',
  mistake: 'The certificate stated something wrong',
  lost: 'The paper was lost',
  returned: 'The piece came back to the shop',
  other: 'Another reason, which is not published',
}

/** Whether a certificate counts. */
export const certificateStates = ['Valid', 'Revoked'] as const
