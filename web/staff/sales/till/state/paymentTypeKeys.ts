import type { PaymentTypeRow } from '../../../../../contract/sales/payment-types.ts'

type Named = Pick<PaymentTypeRow, 'paymentTypeID' | 'paymentName'>

/**
 * Returns the payment type that begins with the typed letters, or null. One letter, also repeated, takes the next type
 * after the current one, as in a list of choices.
 */
export function findTypeByLetters<T extends Named>(
  types: readonly T[],
  letters: string,
  currentID: number | null,
): T | null {
  const typed = letters.toLowerCase()
  const beginsWith = (text: string) => types.filter(({ paymentName }) => paymentName.toLowerCase().startsWith(text))
  const [match] = typed.length > 1 ? beginsWith(typed) : []
  if (match) return match
  const isOneLetter = typed === typed.slice(0, 1).repeat(typed.length)
  const matches = isOneLetter ? beginsWith(typed.slice(0, 1)) : []
  const current = matches.findIndex(({ paymentTypeID }) => paymentTypeID === currentID)
  return matches[(current + 1) % matches.length] ?? null
}
