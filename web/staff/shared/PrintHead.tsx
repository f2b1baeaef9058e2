import type { ReactNode } from 'react'

import { useCompany } from '../../lib/company.ts'

/** Prints the company's name and a title above a document. It is hidden on the screen. */
export function PrintHead({ children }: { children: ReactNode }) {
  const company = useCompany()
  return (
    <p className="print-head">
      <b>{company?.name}</b> {children}
    </p>
  )
}
