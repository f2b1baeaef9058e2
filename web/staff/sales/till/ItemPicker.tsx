import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'

import { categories } from '../../../../contract/catalogue/categories.ts'
import { type ItemRow, items } from '../../../../contract/catalogue/items.ts'
import { call } from '../../../lib/api.ts'
import { peso, quantity } from '../../../lib/format.ts'
import { read } from '../../../lib/query.ts'
import { ScanIcon } from '../../../ui/icons.tsx'
import { scanSound } from '../../../ui/scan/scanSound.ts'
import { everyRow, rowsAtOnce } from '../../../ui/table/everyRow.ts'
import { useStable } from '../../../ui/useStable.ts'

const step = 24
/** As many as one call answers; the rest is found by searching. */
const most = 96

/** Why a code adds nothing. */
async function whyNot(code: string, found: number) {
  if (found > 1) return `‘${code}’ fits several items: choose one below`
  const [inactive] = (await call(items.list, { query: { code, status: 'false' } })).data
  return inactive ? `${inactive.itemName} is Inactive: it is not sold` : `No item has the code or name ‘${code}’`
}

/** Takes a code that was scanned into another field. */
export type Scanner = { scan: (code: string) => void }

/** All of them, however many: a category left out could not be chosen. */
const everyCategory = () =>
  everyRow(
    (page) => call(categories.list, { query: { status: 'true', sort: 'categoryName', page, pageSize: rowsAtOnce } }),
    ({ categoryID }) => categoryID,
  )

/** What is for sale here: a field for the scanner or for typing, the categories, and a picture of every item. */
export const ItemPicker = memo(function ItemPicker({
  field,
  scanner,
  locationID,
  chosen,
  settled,
  onPick,
  children,
}: {
  field: RefObject<HTMLInputElement | null>
  scanner: Ref<Scanner>
  locationID: number | null
  /** The keys of the items that the sale has. */
  chosen: ReadonlySet<number>
  /** What is scanned waits for this. */
  settled: () => Promise<void>
  /** Answers why the item was not taken, in a sentence, or null where it was. */
  onPick: (item: ItemRow) => string | null
  /** What else there is to do, beside what became of the last scan. */
  children: ReactNode
}) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 200)
  const [categoryID, setCategoryID] = useState<number | null>(null)
  const [shown, setShown] = useState(step)
  const [told, setTold] = useState<{ text: string; wrong: boolean } | null>(null)
  const scans = useRef(Promise.resolve())
  const here = { status: 'true', ...(locationID !== null && { locationID }) } as const
  const kinds = useQuery({ queryKey: ['every category'], queryFn: everyCategory })
  const found = useQuery({
    ...read(items.list, {
      query: {
        ...here,
        search,
        sort: 'itemName',
        pageSize: shown,
        ...(categoryID !== null && { categoryID }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const rows = found.data?.data ?? noItems
  const total = found.data?.meta.total ?? 0

  const pick = useStable((item: ItemRow) => {
    const refusal = onPick(item)
    setTold(refusal === null ? { text: `${item.itemName} added`, wrong: false } : { text: refusal, wrong: true })
    return refusal === null
  })

  /** One after the other, so that what is scanned first stands first. */
  function add(code: string) {
    setText('')
    scans.current = scans.current.then(settled).then(() => find(code))
  }

  /** The item with exactly this barcode or code; of what was typed, the only one found. */
  async function find(code: string) {
    try {
      const exact = (await call(items.list, { query: { ...here, code } })).data
      const found = exact.length > 0 ? exact : (await call(items.list, { query: { ...here, search: code } })).data
      scanSound(found.length === 1 && pick(found[0]!))
      if (found.length > 1) setText(code)
      if (found.length !== 1) setTold({ text: await whyNot(code, found.length), wrong: true })
    } catch (error) {
      scanSound(false)
      setTold({ text: `Error: ${(error as Error).message}`, wrong: true })
    }
  }

  useImperativeHandle(scanner, () => ({ scan: add }))

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    event.preventDefault()
    const code = event.currentTarget.value.trim()
    if (code !== '') add(code)
  }

  return (
    <>
      <TextInput
        ref={field}
        className="scan"
        size="lg"
        aria-label="Scan a barcode, or type code or name"
        placeholder="Scan a barcode, or type code or name"
        leftSection={<ScanIcon />}
        rightSection={<kbd>F2</kbd>}
        rightSectionWidth={52}
        rightSectionPointerEvents="none"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setTold(null)
        }}
        onKeyDown={onKeyDown}
      />
      <div className="told-row">
        <output className={told?.wrong ? 'told wrong' : 'told'}>{told?.text}</output>
        {children}
      </div>
      <fieldset className="kinds" aria-label="Categories">
        {[{ categoryID: null, categoryName: 'All' }, ...(kinds.data ?? [])].map((kind) => (
          <button
            key={kind.categoryID}
            type="button"
            aria-pressed={kind.categoryID === categoryID}
            onClick={() => {
              setCategoryID(kind.categoryID)
              setShown(step)
            }}
          >
            {kind.categoryName}
          </button>
        ))}
      </fieldset>
      {found.error && <p role="alert">Error: {found.error.message}</p>}
      {found.isPending && <output>Loading...</output>}
      {found.data && rows.length === 0 && <p className="none-found">No item fits. Try another word or category.</p>}
      <Goods rows={rows} chosen={chosen} onPick={pick} />
      {total > rows.length &&
        (shown < most ? (
          <Button onClick={() => setShown(shown + step)}>Show more</Button>
        ) : (
          <p className="none-found">
            {rows.length} of {total}. Search to find the others.
          </p>
        ))}
    </>
  )
})

const noItems: ItemRow[] = []

/** A picture of every item, drawn anew only when they change: not at every key of the search. */
const Goods = memo(function Goods({
  rows,
  chosen,
  onPick,
}: {
  rows: readonly ItemRow[]
  chosen: ReadonlySet<number>
  onPick: (item: ItemRow) => void
}) {
  return (
    <ul className="goods" aria-label="Items">
      {rows.map((item) => (
        <li key={item.itemID}>
          <button type="button" className={chosen.has(item.itemID) ? 'pc on' : 'pc'} onClick={() => onPick(item)}>
            {item.image_url ? (
              <img src={item.image_url} alt="" loading="lazy" />
            ) : (
              <span className="no-pic" aria-hidden="true" />
            )}
            <span className="pc-text">
              <b>{item.itemName}</b>
              <span>
                <em>{peso(item.price).replace(/\.00$/, '')}</em>
                <i className={item.available > 0 ? undefined : 'none'}>
                  {item.available > 0 ? `${quantity(item.available)}${item.uom === 'BULK' ? ' g' : ''}` : 'none'} left
                </i>
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
})
