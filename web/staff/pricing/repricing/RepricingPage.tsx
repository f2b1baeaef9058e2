import './repricing.css'
import { useState } from 'react'

import type { RepricingRow } from '../../../../contract/pricing/repricing.ts'
import { screens } from '../../../../contract/shared/screens.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { CheckIcon } from '../../../ui/icons.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { Batches } from './Batches.tsx'
import { DownloadPrices } from './DownloadPrices.tsx'
import { RepricePanel } from './RepricePanel.tsx'
import { UndoBatch } from './UndoBatch.tsx'
import { useRepriceQuery } from './useRepriceQuery.ts'

const BatchLabels = lazyComponent(async () => (await import('./BatchLabels.tsx')).BatchLabels)

/** Shows what the latest rates would change, applies it as one batch, and lists the batches. */
export function RepricingPage() {
  const [applied, setApplied] = useState<RepricingRow | null>(null)
  const [labelled, setLabelled] = useState<RepricingRow | null>(null)
  const [undoing, setUndoing] = useState<RepricingRow | null>(null)
  const query = useRepriceQuery()

  function finish(batch: RepricingRow, printsLabels: boolean) {
    setApplied(batch)
    if (printsLabels) setLabelled(batch)
  }
  return (
    <>
      <PageHeader title="Repricing" tabs={<ScreenTabs of={screens.items} />}>
        <DownloadPrices query={query.list} />
      </PageHeader>
      {/* The region is there before its text, because screen readers announce only changes of a region. */}
      <output>
        {applied && (
          <div className="applied-note">
            <CheckIcon />
            <p>
              <b>{`${countPrices(applied.items)} applied as batch ${applied.repricingID}.`}</b> The catalogue and the
              tills show them now.
            </p>
            <button type="button" className="link" onClick={() => setLabelled(applied)}>
              Print labels
            </button>
            <button type="button" className="link" onClick={() => setUndoing(applied)}>
              Undo the batch
            </button>
          </div>
        )}
      </output>
      <RepricePanel query={query} onApplied={finish} />
      <Batches onLabels={setLabelled} onUndo={setUndoing} />
      {labelled && <BatchLabels batch={labelled} onClose={() => setLabelled(null)} />}
      {undoing && (
        <UndoBatch
          batch={undoing}
          onClose={() => setUndoing(null)}
          onUndone={() => {
            setApplied(null)
            setUndoing(null)
          }}
        />
      )}
    </>
  )
}

const countPrices = (items: number) => `${formatQuantity(items)} ${items === 1 ? 'price' : 'prices'}`
