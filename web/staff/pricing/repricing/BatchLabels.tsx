import { useQuery } from '@tanstack/react-query'

import { labelsAtMost } from '../../../../contract/catalogue/labels.ts'
import { repricings, type RepricingRow } from '../../../../contract/pricing/repricing.ts'
import { call } from '../../../lib/api.ts'
import { metaOf } from '../../../lib/query.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { Pending } from '../../../ui/Pending.tsx'
import { rowsAtOnce } from '../../../ui/table/readEveryRow.ts'
import { PrintLabels } from '../../labels/PrintLabels.tsx'

/** Prints labels of what a batch changed, with one for each piece in stock or one for each item. */
export function BatchLabels({ batch, onClose }: { batch: RepricingRow; onClose: () => void }) {
  const { repricingID: id } = batch
  const { data, error, refetch } = useQuery({
    queryKey: ['labels of a batch', id],
    queryFn: () => readItems(id),
    meta: metaOf(repricings.items),
  })
  if (data) return <PrintLabels items={data} pieces="As many as in stock" onClose={onClose} />
  return (
    <Dialog title="Print Labels" onClose={onClose}>
      <Pending error={error} refetch={refetch} height={300} />
    </Dialog>
  )
}

/** Reads the items of a batch, at most as many as one print takes. */
async function readItems(id: number) {
  const items: { itemID: number; pieces: number }[] = []
  for (let page = 1; items.length < labelsAtMost; page++) {
    const { data, meta } = await call(repricings.items, {
      id,
      query: { sort: 'itemCode', page, pageSize: rowsAtOnce },
    })
    items.push(...data.map(({ itemID, stock }) => ({ itemID, pieces: Math.max(0, stock) })))
    if (page * rowsAtOnce >= meta.total) break
  }
  return items
}
