import type { ReactNode } from 'react'

import { useCompany } from '../../lib/company.ts'

/** What stands above a document on paper, and only there: whose it is, and what. */
export function PrintHead({ children }: { children: ReactNode }) {
  const company = useCompany()
  return (
    <p className="print-head">
      <b>{company?.name}</b> {children}
    </p>
  )
}
