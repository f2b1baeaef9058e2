import { useQuery } from '@tanstack/react-query'

import { imports, type KeptRecord } from '../../../../contract/imports/imports.ts'
import { call } from '../../../lib/api.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { metaOf } from '../../../lib/query.ts'
import { Pending } from '../../../ui/Pending.tsx'

/** Lists records with the reason why each stays. `total` counts them all, of which at most 1,000 are given. */
export function KeptRecords({ label, records, total }: { label: string; records: KeptRecord[]; total: number }) {
  if (total === 0) return null
  return (
    <details>
      <summary>{`${label}: ${formatQuantity(total)}`}</summary>
      <ul className="import-lines" aria-label={label}>
        {records.map(({ name, why }) => (
          <li key={`${name} ${why}`}>
            <b>{name}</b> {why}
          </li>
        ))}
        {total > records.length && <li>{formatQuantity(total - records.length)} more</li>}
      </ul>
    </details>
  )
}

/** Lists the records that stand in the way of an undo. */
export function UndoBlockers({ importID }: { importID: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: [imports.findBlockers.path, importID],
    queryFn: () => call(imports.findBlockers, { id: importID, body: {} }),
    meta: metaOf(imports.get, { id: importID }),
    gcTime: 0,
  })
  if (!data) return <Pending error={error} refetch={refetch} height={40} />
  return <KeptRecords label="What stands in the way" {...data.data} />
}
