import type { KeyboardEvent } from 'react'

import { playScanSound } from '../../../../ui/scan/playScanSound.ts'
import { useScan } from '../../../../ui/scan/useScan.ts'
import { useStrayScan } from '../../../../ui/scan/useStrayScan.ts'
import type { TillFields } from './useTillFields.ts'

/**
 * Handles scans anywhere at the till. While a dialog is open, it refuses a code, because the code is not meant for the
 * sale. Returns the key handler that removes a scan from any other field.
 */
export function useTillScan({ scanField, scanner }: TillFields, isAsking: boolean): (event: KeyboardEvent) => void {
  const onScan = (code: string) => (isAsking ? playScanSound(false) : scanner.current?.scan(code))
  useScan(onScan, 'Adds the item to the sale')
  return useStrayScan(onScan, isAsking ? undefined : scanField)
}
