import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { categories } from '../../../../../contract/catalogue/categories.ts'
import { type ItemRow, items } from '../../../../../contract/catalogue/items.ts'
import { call } from '../../../../lib/api.ts'
import { metaOf, readQuery } from '../../../../lib/query.ts'
import { readEveryRow, rowsAtOnce } from '../../../../ui/table/readEveryRow.ts'

const step = 24
/** Maximum number of items that the till shows. The user can search for the others. */
const maxItems = 96
const noItems: ItemRow[] = []

/** Fetches all categories, because a missing one could not be selected. */
const fetchAllCategories = () =>
  readEveryRow(
    (page) => call(categories.list, { query: { status: 'true', sort: 'categoryName', page, pageSize: rowsAtOnce } }),
    ({ categoryID }) => categoryID,
  )

/** Returns the items for sale at a location, filtered by text and category. `showMore` loads the next ones. */
export function useGoods(locationID: number | null, text: string) {
  const [search] = useDebouncedValue(text.trim(), 200)
  const [categoryID, setCategoryID] = useState<number | null>(null)
  const [shown, setShown] = useState(step)
  const kinds = useQuery({ queryKey: ['every category'], queryFn: fetchAllCategories, meta: metaOf(categories.list) })
  const { data, error, isPending } = useQuery({
    ...readQuery(items.list, {
      query: {
        ...activeItemsQuery(locationID),
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
    /** Undefined once the maximum number of items is shown. */
    showMore: shown < maxItems ? () => setShown(shown + step) : undefined,
  }
}

/** Returns the query for active items at a location. Null means all locations. */
export const activeItemsQuery = (locationID: number | null) =>
  ({ status: 'true', scrap: 'false', ...(locationID !== null && { locationID }) }) as const
