import type { Facet, Facets } from '../../../contract/catalogue/shop.ts'

type Dimension = keyof Facets
/**
 * Items that have the same value in every filter. `all` is their number, and `found` is the number of those that match
 * the search and the price range.
 */
export type ItemGroup = {
  values: Record<Dimension, string | null>
  names: Partial<Record<Dimension, string>>
  all: number
  found: number
}

/**
 * Returns a function that lists the values of one filter, the most frequent first. The count of a value is the number
 * of items that a visitor sees after choosing it, with all other filters applied. A chosen value without items stays in
 * the list with the count 0, so that the visitor can deselect it.
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
