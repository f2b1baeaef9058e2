import { Button, TextInput } from '@mantine/core'
import { memo, type Ref, type RefObject, useImperativeHandle, useRef, useState } from 'react'

import type { CategoryRow } from '../../../../../contract/catalogue/categories.ts'
import type { ItemRow } from '../../../../../contract/catalogue/items.ts'
import { CheckIcon, CloseIcon, ScanIcon } from '../../../../ui/icons.tsx'
import { CameraButton } from '../../../../ui/scan/CameraButton.tsx'
import { useCodeKeys } from '../../../../ui/scan/useCodeKeys.ts'
import type { Scanner } from '../state/useTillFields.ts'
import type { PickedPiece } from '../state/useTillPick.ts'
import { Goods } from './Goods.tsx'
import { type Feedback, useCodeEntry } from './useCodeEntry.ts'
import { useGoods } from './useGoods.ts'

/** Shows the items for sale: a field for scanning or typing, the categories and the items. */
export const ItemPicker = memo(function ItemPicker({
  field,
  scanner,
  locationID,
  chosen,
  isOver,
  closed,
  folded,
  whenSettled,
  onPick,
}: {
  field: RefObject<HTMLInputElement | null>
  scanner: Ref<Scanner>
  locationID: number | null
  /** The keys of the items that are already in the sale. */
  chosen: ReadonlySet<number>
  /** Whether the sale is over, so that a scan begins the next one. */
  isOver: boolean
  /** Whether the items are hidden: a closed sale is only read. A scan still begins the next sale. */
  closed: boolean
  /** Whether the items are folded at first, because only money is to be taken. */
  folded: boolean
  /** Resolves when the pending request is done. A scanned code waits for it. */
  whenSettled: () => Promise<void>
  /** Adds the item to the sale. Returns null, or an error message if the item was not added. */
  onPick: (item: ItemRow, hasMovedOn?: boolean, piece?: PickedPiece) => string | null
}) {
  const { text, changeText, feedback, enqueueCode, pickTile, takeProblem } = useCodeEntry(
    locationID,
    whenSettled,
    onPick,
  )
  const goods = useGoods(locationID, text)
  useImperativeHandle(scanner, () => ({ scan: enqueueCode, takeProblem }))

  const list = useRef<HTMLUListElement>(null)
  const [isFolded, setFolded] = useState(folded)
  // A typed search needs the items that it finds.
  const hidden = isFolded && text === ''

  return (
    <>
      <div className="pick-scan">
        <div className="pick-row">
          <CodeField
            field={field}
            text={text}
            feedback={isOver && !feedback?.wrong ? null : feedback}
            isOver={isOver}
            onType={changeText}
            onEnter={enqueueCode}
            onDown={() => list.current?.querySelector('button')?.focus()}
          />
          <CameraButton onCode={enqueueCode} />
        </div>
      </div>
      <div className="pick-goods">
        {closed ? (
          <p className="none-found">This sale is closed. Scan a piece to begin the next sale.</p>
        ) : hidden ? (
          <Button size="sm" onClick={() => setFolded(false)}>
            Show the items
          </Button>
        ) : (
          <GoodsForSale
            list={list}
            goods={goods}
            chosen={chosen}
            onPick={pickTile}
            onLeave={() => field.current?.focus()}
          />
        )}
      </div>
    </>
  )
})

/** Shows the categories and the items for sale. */
function GoodsForSale({
  list,
  goods,
  chosen,
  onPick,
  onLeave,
}: {
  list: Ref<HTMLUListElement>
  goods: ReturnType<typeof useGoods>
  chosen: ReadonlySet<number>
  onPick: (item: ItemRow) => void
  onLeave: () => void
}) {
  const { rows, total } = goods
  return (
    <>
      <Categories categories={goods.categories} chosenID={goods.categoryID} onChoose={goods.chooseCategory} />
      {goods.error && <p role="alert">Error: {goods.error.message}</p>}
      {goods.isPending && <output>Loading...</output>}
      {goods.isFound && rows.length === 0 && <p className="none-found">No item fits. Try another word or category.</p>}
      <div className="goods-scroll">
        <Goods list={list} rows={rows} chosen={chosen} onPick={onPick} onLeave={onLeave} />
        {total > rows.length &&
          (goods.showMore ? (
            <Button onClick={goods.showMore}>Show more</Button>
          ) : (
            <p className="none-found">
              {rows.length} of {total}. Search to find the others.
            </p>
          ))}
      </div>
    </>
  )
}

/** The field for codes and names. It says in its own place what became of the last code, until the next key. */
function CodeField({
  field,
  text,
  feedback,
  isOver,
  onType,
  onEnter,
  onDown,
}: {
  field: RefObject<HTMLInputElement | null>
  text: string
  feedback: Feedback | null
  isOver: boolean
  onType: (text: string) => void
  onEnter: (code: string) => void
  /** Called at the Arrow down key, which enters the items. */
  onDown: () => void
}) {
  const onCodeKey = useCodeKeys(onEnter)
  return (
    <div className="scan">
      <TextInput
        ref={field}
        size="lg"
        aria-label="Scan a barcode, or type code or name"
        placeholder={isOver ? 'Scan to begin the next sale' : 'Scan a barcode, or type code or name'}
        leftSection={<ScanIcon />}
        rightSection={<kbd>F2</kbd>}
        rightSectionWidth={52}
        rightSectionPointerEvents="none"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          onCodeKey(event)
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          onDown()
        }}
      />
      <output className={feedback?.wrong ? 'scan-answer wrong' : 'scan-answer'} title={feedback?.text}>
        {feedback && (
          <>
            {feedback.wrong ? <CloseIcon /> : <CheckIcon />}
            <span>{feedback.text}</span>
          </>
        )}
      </output>
    </div>
  )
}

function Categories({
  categories,
  chosenID,
  onChoose,
}: {
  categories: readonly Pick<CategoryRow, 'categoryID' | 'categoryName'>[]
  chosenID: number | null
  onChoose: (categoryID: number | null) => void
}) {
  return (
    <fieldset className="kinds" aria-label="Categories">
      {[{ categoryID: null, categoryName: 'All' }, ...categories].map(({ categoryID, categoryName }) => (
        <button
          key={categoryID}
          type="button"
          aria-pressed={categoryID === chosenID}
          onClick={() => onChoose(categoryID)}
        >
          {categoryName}
        </button>
      ))}
    </fieldset>
  )
}
