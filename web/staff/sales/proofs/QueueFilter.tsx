import { Button } from '@mantine/core'

import { proofs, type ProofRow } from '../../../../contract/proofs/proofs.ts'
import { sales } from '../../../../contract/sales/sales.ts'
import { asRecordSource } from '../../../ui/form/RecordSelect.tsx'
import { type Filter, FilterBox } from '../../../ui/table/filters/FilterBox.tsx'
import { SearchBox } from '../../../ui/table/TableTools.tsx'
import { nameAccount } from './proofWords.ts'
import { narrowing, type ProofQueueState } from './useProofQueue.ts'

const states = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'withdrawn', label: 'Withdrawn' },
] as const

const saleChoice = asRecordSource({
  list: sales.list,
  get: sales.get,
  option: (sale) => ({ value: sale.salesTransactionID, label: sale.transactionNumber }),
})

/** The search and the filters of the queue. */
export function QueueFilter({ queue, accounts }: { queue: ProofQueueState; accounts: ProofRow['accounts'] }) {
  // The open proof knows the active accounts, and a row of the queue may have another one.
  const known = new Map(
    [...accounts, ...queue.rows.flatMap(({ account }) => account ?? [])].map((account) => [
      account.payAccountID,
      nameAccount(account),
    ]),
  )
  const filters: readonly Filter<typeof proofs.list>[] = [
    {
      field: 'payAccountID',
      label: 'All accounts',
      options: [...known].map(([id, label]) => ({ value: `${id}`, label })),
    },
    { field: 'salesTransactionID', label: 'All sales', records: saleChoice },
    { field: 'from', label: 'From', date: true },
    { field: 'to', label: 'To', date: true },
  ]
  return (
    <search className="proof-filter">
      <SearchBox
        placeholder="Buyer, sale, reference"
        value={queue.sent['search'] ?? ''}
        onSearch={(search) => queue.change({ search, id: null }, { replace: true })}
      />
      <FilterBox<typeof proofs.list>
        filter={{ field: 'state', label: 'State', options: states }}
        value={queue.state}
        onChange={(state) => queue.change({ state: state === 'waiting' ? null : state, id: null })}
      />
      {filters.map((filter) => (
        <FilterBox
          key={filter.field}
          filter={filter}
          value={queue.sent[filter.field] ?? null}
          onChange={(value) => queue.change({ [filter.field]: value, id: null })}
        />
      ))}
      {queue.isNarrowed && (
        <Button
          variant="subtle"
          size="sm"
          onClick={() => queue.change(Object.fromEntries([...narrowing, 'id'].map((name) => [name, null])))}
        >
          Clear
        </Button>
      )}
    </search>
  )
}
