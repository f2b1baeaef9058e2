// The rules of certificates that the server, the back-office and the public page share. The public page loads no zod.

/** The letters of a certificate's code. I, O, 0 and 1 are left out, because people confuse them. */
export const codeLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** The number of letters of a code: 32^8 codes are too many to try. */
export const codeLength = 8

/** The English path of the public page that checks a certificate, without the code. */
export const checkPath = '/c'

/** Returns a code as it is printed: `7KQM-2XPA`. */
export const formatCertificateCode = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`

/** Returns the stored form of a typed code: in capitals, without spaces and dashes. */
export const readCertificateCode = (typed: string) => typed.toUpperCase().replaceAll(/[\s\p{Pd}_.]/gu, '')

/** Returns the address of a certificate's check, which the QR holds. */
export const checkAddressOf = (origin: string, code: string) => `${origin}${checkPath}/${formatCertificateCode(code)}`

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
