import { type KeyboardEvent, memo, type Ref } from 'react'

import { describeAssay, joinAssay } from '../../../../../contract/catalogue/assay.ts'
import type { ItemRow } from '../../../../../contract/catalogue/items.ts'
import { shortNameOf } from '../../../../../contract/catalogue/piece-names.ts'
import { describeDaysGold } from '../../../../../contract/pricing/days-gold.ts'
import { formatPeso, formatQuantity, formatWeight } from '../../../../lib/format.ts'
import { focusClass } from '../../../../theme/focusClass.ts'
import { Hallmark } from '../../../../theme/Hallmark.tsx'
import { useDaysGold } from '../../../shared/useDaysGold.ts'

/**
 * Shows the items with their pictures. The arrow keys move between them, and Enter adds one. Memoized, because every key
 * in the search field renders the till.
 */
export const Goods = memo(function Goods({
  list,
  rows,
  chosen,
  onPick,
  onLeave,
}: {
  list: Ref<HTMLUListElement>
  rows: readonly ItemRow[]
  chosen: ReadonlySet<number>
  onPick: (item: ItemRow) => void
  /** Called when the arrow keys leave the items at the top. */
  onLeave: () => void
}) {
  const goldOf = useDaysGold(rows.some(({ netGrams }) => netGrams !== null))
  /** Describes an item in full. A tile has no room for it, so it stands in the tooltip of the name. */
  function describeTile(item: ItemRow) {
    const gold = goldOf(item, item.price)
    const today = gold && describeDaysGold(gold, { hasStone: item.stone !== null })
    return `${item.itemName}\n${joinAssay([describeAssay(item, item.price), today])}`
  }
  const alike = countNames(rows)
  return (
    <ul ref={list} className="goods" aria-label="Items">
      {rows.map((item, n) => (
        <li key={item.itemID}>
          <button
            type="button"
            className={chosen.has(item.itemID) ? 'pc on' : 'pc'}
            // Tab enters the items once; the arrow keys reach the others.
            tabIndex={n === 0 ? 0 : -1}
            onKeyDown={(event) => moveFocus(event, onLeave)}
            onClick={() => onPick(item)}
          >
            {item.image_url ? (
              <img className={focusClass(item.image_focus)} src={item.image_url} alt="" loading="lazy" />
            ) : (
              <span className="no-pic" aria-hidden="true" />
            )}
            <span className="pc-text">
              <span>
                {item.karat ? <Hallmark karat={item.karat} /> : <i>{item.stone}</i>}
                <i className={item.available > 0 ? 'pc-left' : 'pc-left sold-out'}>{describeStock(item)}</i>
              </span>
              <b title={describeTile(item)}>
                {shortNameOf(item)}{' '}
                {item.metal && (
                  <span className={alike.get(shortNameOf(item))! > 1 ? 'pc-metal' : 'vh'}>{item.metal}</span>
                )}
              </b>
              <span>
                <em>{formatPeso(item.price).replace(/\.00$/, '')}</em>
                {item.uom === 'BULK' ? <i>a gram</i> : item.grams > 0 && <i>{formatWeight(item.grams)}</i>}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
})

/** Counts the items of each short name. The tiles of one design in two golds show their metal. */
function countNames(rows: readonly ItemRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of rows.map(shortNameOf)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

const describeStock = ({ available, uom }: ItemRow) =>
  available > 0 ? `${formatQuantity(available)}${uom === 'BULK' ? ' g' : ''} left` : 'none left'

/** Moves the focus by an arrow key to the next item, or to the nearest one of the row above or below. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>, onLeave: () => void) {
  const tiles = [...(event.currentTarget.closest('.goods')?.querySelectorAll<HTMLButtonElement>('.pc') ?? [])]
  const at = tiles.indexOf(event.currentTarget)
  const topOf = (tile: Element | undefined) => tile?.getBoundingClientRect().top
  const columns = Math.max(
    1,
    tiles.findIndex((tile) => topOf(tile) !== topOf(tiles[0])),
  )
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  const next = tiles[at + step]
  if (next) next.focus()
  else if (step < 0) onLeave()
}
