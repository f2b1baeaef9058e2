import { Button } from '@mantine/core'
import { useState } from 'react'

import { piecesInLive } from '../../../../contract/live/live-statuses.ts'
import type { LiveRow } from '../../../../contract/live/lives.ts'
import { codeOfScan } from '../../../../contract/stock/piece-codes.ts'
import { formatCount } from '../../../lib/format.ts'
import { NumberBox } from '../../../ui/form/NumberBox.tsx'
import { ScanField } from '../../../ui/scan/ScanField.tsx'
import { type ScanFeedback, useScanner } from '../../../ui/scan/useScanner.ts'
import { findItemByCode } from '../../catalogue/findItemByCode.ts'
import { SelectItem } from '../../catalogue/SelectItem.tsx'
import { ChoosePiece } from '../../shared/ChoosePiece.tsx'
import { findPieceByCode } from '../../shared/findPieceByCode.ts'
import { addPiece } from './planRules.ts'
import type { Plan } from './usePlan.ts'

type Added = { itemID: number; itemName: string; byPiece: boolean }

/** Adds pieces to a live: by a scan, by a typed code, or from the list of items. */
export function AddPieces({ live, plan }: { live: LiveRow; plan: Plan }) {
  const [text, setText] = useState('')
  const [number, setNumber] = useState<number | null>(null)
  const [isChoosing, setChoosing] = useState(false)
  const [open, setOpen] = useState<Added | null>(null)
  const hasNumber = number !== null && !Number.isNaN(number)
  const isWrong = hasNumber && !(Number.isInteger(number) && number >= 1 && number <= piecesInLive)

  /** Adds an item, or the piece of an item that is kept by piece. */
  async function add({ itemID, itemName, byPiece }: Added, pieceID?: number): Promise<ScanFeedback> {
    if (byPiece && pieceID === undefined) {
      setOpen({ itemID, itemName, byPiece })
      return { text: `Choose the piece of ${itemName}` }
    }
    if (isWrong) return { text: `Numbers go from 1 to ${piecesInLive}`, wrong: true }
    try {
      await plan.change(addPiece({ itemID, ...(pieceID && { pieceID }), ...(hasNumber && { number }) }))
      setNumber(null)
      return { text: `${itemName} added` }
    } catch (error) {
      return { text: (error as Error).message, wrong: true }
    }
  }
  const scanner = useScanner(async (code) => {
    const item = await findItemByCode(codeOfScan(code))
    if (item) return add(item)
    const piece = await findPieceByCode(code)
    if (piece) return add({ itemID: piece.itemID, itemName: piece.item.itemName, byPiece: true }, piece.pieceID)
    return { text: `No item has the code ‘${code}’`, wrong: true }
  })
  const addHere = (added: Added, pieceID?: number) => void add(added, pieceID).then(scanner.setFeedback)

  return (
    <header className="add-pieces" onKeyDownCapture={scanner.onStray}>
      <h2>{formatCount(live.pieceCount, 'piece')}</h2>
      <ScanField scanner={scanner} label="Scan a tag, or type a code" value={text} onChange={setText} />
      <NumberBox
        className="live-number"
        aria-label="Number of the next piece"
        placeholder="next no."
        value={number}
        error={isWrong}
        onChange={setNumber}
      />
      <Button onClick={() => setChoosing(true)}>Add Item</Button>
      {isChoosing && (
        <SelectItem locationID={live.locationID} onAdd={(item) => addHere(item)} onClose={() => setChoosing(false)} />
      )}
      {open && (
        <ChoosePiece
          item={open}
          locationID={live.locationID}
          taken={live.pieces.flatMap(({ piece }) => piece?.pieceID ?? [])}
          onChoose={({ pieceID }) => {
            setOpen(null)
            addHere(open, pieceID)
          }}
          onLeaveOpen={null}
          onClose={() => setOpen(null)}
        />
      )}
    </header>
  )
}
