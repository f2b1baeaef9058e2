import type { SearchHit, SearchKind } from '../../../contract/insight/search.ts'
import { CustomerIcon, type Icon, ItemsIcon, PurchaseOrderIcon, SalesIcon, SupplierIcon } from '../../ui/icons.tsx'
import type { Screen } from '../navigation/screens.ts'

/** One result that the user can choose. */
export type Choice = { link: string; title: string; detail: string; icon: Icon }

const kinds = {
  item: { name: 'Items', icon: ItemsIcon },
  customer: { name: 'Customers', icon: CustomerIcon },
  supplier: { name: 'Suppliers', icon: SupplierIcon },
  sale: { name: 'Sales', icon: SalesIcon },
  purchaseOrder: { name: 'Purchase orders', icon: PurchaseOrderIcon },
} as const satisfies Record<SearchKind, { name: string; icon: Icon }>

const choiceOf = ({ kind, title, detail, link }: SearchHit): Choice => ({ title, detail, link, icon: kinds[kind].icon })

/** Returns the results in groups: matching screens, then the records of each kind. Empty groups are left out. */
export function groupResults(text: string, screens: readonly Screen[], hits: readonly SearchHit[]) {
  const named = screens
    .filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()))
    .map(({ path, label, group, icon }): Choice => ({ link: path, title: label, detail: group ?? '', icon }))
  const found = Object.entries(kinds).map(([kind, { name }]) => ({
    name,
    choices: hits.filter((hit) => hit.kind === kind).map(choiceOf),
  }))
  return [{ name: 'Screens', choices: named }, ...found].filter(({ choices }) => choices.length > 0)
}

/** Returns the result that Enter opens without a selection: an exact code match, or the only result. */
export function findOnlyMatch(hits: readonly SearchHit[]): Choice | undefined {
  const exact = hits.filter((hit) => hit.exact)
  const [only, ...others] = exact.length > 0 ? exact : hits
  return only && others.length === 0 ? choiceOf(only) : undefined
}
