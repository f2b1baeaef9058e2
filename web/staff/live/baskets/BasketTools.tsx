import { Button, Select } from '@mantine/core'

import { SearchBox } from '../../../ui/table/TableTools.tsx'
import { unpaidFirst } from './basketOrder.ts'
import { pageChoices, paidChoices } from './basketRules.ts'
import type { useBasketList } from './useBasketList.ts'

/** The search and the filters over the baskets of a live. */
export function BasketTools({ filter, narrow, clear, isNarrowed, sort }: ReturnType<typeof useBasketList>) {
  return (
    <search className="tools">
      <SearchBox
        placeholder="Buyer, piece or sale number"
        value={filter.search}
        onSearch={(search) => narrow({ search })}
      />
      <Select
        className="filter"
        size="sm"
        aria-label="Paid"
        placeholder="Paid and unpaid"
        data={paidChoices}
        value={filter.paid}
        clearable
        onChange={(paid) => narrow({ paid })}
      />
      <Select
        className="filter"
        size="sm"
        aria-label="Order page"
        placeholder="Any order page"
        data={pageChoices}
        value={filter.order}
        clearable
        onChange={(order) => narrow({ order })}
      />
      {isNarrowed && (
        <Button variant="subtle" size="sm" onClick={clear}>
          Clear
        </Button>
      )}
      {sort === unpaidFirst && <small className="end">Unpaid first</small>}
    </search>
  )
}
