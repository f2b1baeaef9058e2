import type { KeyboardEvent } from 'react'

import { scanSound } from '../../../../ui/scan/scanSound.ts'
import { useScan } from '../../../../ui/scan/useScan.ts'
import { useStrayScan } from '../../../../ui/scan/useStrayScan.ts'
import type { TillFields } from './useTillFields.ts'

/**
 * Scans anywhere at the till. A code scanned while something else is asked is refused, because it is not for the sale.
 * Returns the handler that takes a scan out of a field that is not for it.
 */
export function useTillScan({ scanField, scanner }: TillFields, isAsking: boolean): (event: KeyboardEvent) => void {
  const onScan = (code: string) => (isAsking ? scanSound(false) : scanner.current?.scan(code))
  useScan(onScan, 'Adds the item to the sale')
  return useStrayScan(onScan, isAsking ? undefined : scanField)
}
