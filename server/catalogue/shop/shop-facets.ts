import type { Facet, Facets } from '../../../contract/catalogue/shop.ts'

type Dimension = keyof Facets
/** A group of items with equal filter values: the count of all, and of those that match the search and the price. */
export type ItemGroup = {
  values: Record<Dimension, string | null>
  names: Partial<Record<Dimension, string>>
  all: number
  found: number
}

/**
 * Computes the values of a filter, most frequent first, from the groups of items and the chosen filters. A value's
 * count is the number of results after choosing it, with all other filters applied. A chosen value without items stays
 * listed with 0, so that it can be deselected.
 */
export const facetsOf =
  (groups: ItemGroup[], chosen: Record<Dimension, string[] | undefined>) =>
  (dimension: Dimension): Facet[] => {
    const others = Object.entries(chosen).filter(([name, values]) => name !== dimension && values !== undefined)
    const sums = new Map<string, Facet & { all: number }>()
    for (const { values, names, all, found } of groups) {
      const value = values[dimension]
      if (value === null) continue
      const sum = sums.get(value) ?? { value, name: names[dimension] || value, count: 0, all: 0 }
      const left = others.every(([name, wanted]) => wanted!.includes(values[name as Dimension] ?? ''))
      sums.set(value, { ...sum, all: sum.all + all, count: sum.count + (left ? found : 0) })
    }
    const missing = (chosen[dimension] ?? []).filter((value) => !sums.has(value))
    for (const value of missing) sums.set(value, { value, name: value, count: 0, all: 0 })
    return [...sums.values()]
      .toSorted((a, b) => b.all - a.all || a.name.localeCompare(b.name))
      .map(({ value, name, count }) => ({ value, name, count }))
  }
