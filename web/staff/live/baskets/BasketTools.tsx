import { Button, Select } from '@mantine/core'

import { SearchBox } from '../../../ui/table/TableTools.tsx'
import { pageChoices, paidChoices } from './basketRules.ts'
import type { useBasketFilter } from './useBasketFilter.ts'

/** The search and the filters over the baskets of a live. */
export function BasketTools({ filter, change, clear, isNarrowed }: ReturnType<typeof useBasketFilter>) {
  return (
    <search className="tools">
      <SearchBox
        placeholder="Buyer, piece or sale number"
        value={filter.search}
        onSearch={(search) => change({ search })}
      />
      <Select
        className="filter"
        size="sm"
        aria-label="Paid"
        placeholder="Paid and unpaid"
        data={paidChoices}
        value={filter.paid}
        clearable
        onChange={(paid) => change({ paid })}
      />
      <Select
        className="filter"
        size="sm"
        aria-label="Order page"
        placeholder="Any order page"
        data={pageChoices}
        value={filter.order}
        clearable
        onChange={(order) => change({ order })}
      />
      {isNarrowed && (
        <Button variant="subtle" size="sm" onClick={clear}>
          Clear
        </Button>
      )}
      <small className="end">Unpaid first</small>
    </search>
  )
}
