import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { categories } from '../../../../../contract/catalogue/categories.ts'
import { type ItemRow, items } from '../../../../../contract/catalogue/items.ts'
import { call } from '../../../../lib/api.ts'
import { read } from '../../../../lib/query.ts'
import { everyRow, rowsAtOnce } from '../../../../ui/table/everyRow.ts'

const step = 24
/** The most items that one call returns; others are found by searching. */
const most = 96
const noItems: ItemRow[] = []

/** All categories, however many: a category left out could not be chosen. */
const everyCategory = () =>
  everyRow(
    (page) => call(categories.list, { query: { status: 'true', sort: 'categoryName', page, pageSize: rowsAtOnce } }),
    ({ categoryID }) => categoryID,
  )

/** The items for sale at a location, narrowed by text and category, in growing steps. */
export function useGoods(locationID: number | null, text: string) {
  const [search] = useDebouncedValue(text.trim(), 200)
  const [categoryID, setCategoryID] = useState<number | null>(null)
  const [shown, setShown] = useState(step)
  const kinds = useQuery({ queryKey: ['every category'], queryFn: everyCategory })
  const { data, error, isPending } = useQuery({
    ...read(items.list, {
      query: {
        ...soldAt(locationID),
        search,
        sort: 'itemName',
        pageSize: shown,
        ...(categoryID !== null && { categoryID }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  return {
    rows: data?.data ?? noItems,
    total: data?.meta.total ?? 0,
    isFound: data !== undefined,
    error,
    isPending,
    categories: kinds.data ?? [],
    categoryID,
    chooseCategory: (id: number | null) => {
      setCategoryID(id)
      setShown(step)
    },
    /** Undefined where no call returns more. */
    showMore: shown < most ? () => setShown(shown + step) : undefined,
  }
}

/** The query of the active items at a location; everywhere for null. */
export const soldAt = (locationID: number | null) =>
  ({ status: 'true', ...(locationID !== null && { locationID }) }) as const
