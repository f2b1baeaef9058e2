import type { ReactNode } from 'react'

import type { Karat } from '../../../contract/catalogue/karats.ts'
import { Hallmark } from '../../theme/Hallmark.tsx'
import { Term } from '../parts/Term.tsx'

/** A fact with its name; nothing without a value. */
export function ScannedFact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export const ScannedGold = ({ karat, metal }: { karat: Karat | null; metal: string | null }) => (
  <>
    {karat !== null && <Hallmark karat={karat} />} {metal !== null && <Term text={metal} />}
  </>
)
