import type { SearchHit, SearchKind } from '../../../contract/insight/search.ts'
import { screens } from '../../../contract/shared/screens.ts'
import {
  CustomerIcon,
  type Icon,
  ItemsIcon,
  PurchaseOrderIcon,
  QuestionIcon,
  ReportIcon,
  SalesIcon,
  SupplierIcon,
} from '../../ui/icons.tsx'
import type { Screen } from '../navigation/screens.ts'
import { openCustomerDisplay } from '../sales/display/openCustomerDisplay.ts'

/** One result that the user can choose. */
export type Choice = {
  link: string
  title: string
  detail: string
  icon: Icon
  /** Opens the choice otherwise than by its link, such as in a second window. */
  open?: () => void
}

const kinds = {
  item: { name: 'Items', icon: ItemsIcon },
  piece: { name: 'Pieces', icon: ItemsIcon },
  customer: { name: 'Customers', icon: CustomerIcon },
  buyer: { name: 'Buyers', icon: CustomerIcon },
  supplier: { name: 'Suppliers', icon: SupplierIcon },
  sale: { name: 'Sales', icon: SalesIcon },
  purchaseOrder: { name: 'Purchase orders', icon: PurchaseOrderIcon },
} as const satisfies Record<SearchKind, { name: string; icon: Icon }>

const choiceOf = ({ kind, title, detail, margin, link }: SearchHit): Choice => ({
  title,
  detail: margin == null ? detail : `${detail} · margin ${margin}%`,
  link,
  icon: kinds[kind].icon,
})

/** Frequent tasks, with the words by which people search for them. A task is shown to those who may open its screen. */
const commands: readonly (Choice & { screen: Screen['path']; words: string })[] = [
  {
    title: 'New sale',
    detail: 'Opens the till',
    link: `${screens.sales}?create=1`,
    screen: screens.sales,
    words: 'new sale sell till',
    icon: SalesIcon,
  },
  {
    title: 'Customer’s display',
    detail: 'A second window that follows the till',
    link: screens.customerDisplay,
    screen: screens.customerDisplay,
    words: 'customer’s display second window',
    icon: SalesIcon,
    open: openCustomerDisplay,
  },
  {
    title: 'New item',
    detail: 'Enters a piece with its pictures',
    link: `${screens.items}?create=1`,
    screen: screens.items,
    words: 'new item add piece',
    icon: ItemsIcon,
  },
  {
    title: 'Receive a delivery',
    detail: 'Enters what arrived',
    link: `${screens.receivings}?create=1`,
    screen: screens.receivings,
    words: 'receive receiving delivery new',
    icon: SupplierIcon,
  },
  {
    title: 'Answer questions',
    detail: 'What visitors ask',
    link: `${screens.messages}?topic=Questions&answered=false`,
    screen: screens.messages,
    words: 'answer questions',
    icon: QuestionIcon,
  },
  {
    title: 'Today’s figures',
    detail: 'The dashboard of today',
    link: `${screens.dashboard}?period=today`,
    screen: screens.report,
    words: 'today figures',
    icon: ReportIcon,
  },
]

/** Returns the commands with a word that begins with the text. */
const findCommands = (text: string, reachable: readonly Screen[]) =>
  commands.filter(
    ({ screen, words }) =>
      reachable.some(({ path }) => path === screen) &&
      (words.startsWith(text) || words.split(' ').some((word) => word.startsWith(text))),
  )

/** Returns the results in groups: commands, matching screens, then the records of each kind. Empty groups are left out. */
export function groupResults(text: string, reachable: readonly Screen[], hits: readonly SearchHit[]) {
  const wanted = text.trim().toLowerCase()
  const named = reachable
    // A command opens the display in a window of its own.
    .filter(({ label, path }) => path !== screens.customerDisplay && label.toLowerCase().includes(wanted))
    .map(({ path, label, group, icon }): Choice => ({ link: path, title: label, detail: group ?? '', icon }))
  const found = Object.entries(kinds).map(([kind, { name }]) => ({
    name,
    choices: hits.filter((hit) => hit.kind === kind).map(choiceOf),
  }))
  const offered = [
    { name: 'Commands', choices: findCommands(wanted, reachable) },
    { name: 'Screens', choices: named },
  ]
  return [...offered, ...found].filter(({ choices }) => choices.length > 0)
}

/** Returns the result that Enter opens without a selection: an exact code match, or the only result. */
export function findOnlyMatch(hits: readonly SearchHit[]): Choice | undefined {
  const exact = hits.filter((hit) => hit.exact)
  const [only, ...others] = exact.length > 0 ? exact : hits
  return only && others.length === 0 ? choiceOf(only) : undefined
}
