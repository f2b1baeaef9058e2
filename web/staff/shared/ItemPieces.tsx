import { Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import type { ItemRow } from '../../../contract/catalogue/items.ts'
import { recordPathOf, screens } from '../../../contract/shared/screens.ts'
import { pieces } from '../../../contract/stock/pieces.ts'
import { may, useAccount } from '../../lib/session.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { QueryTable } from '../../ui/table/QueryTable.tsx'
import { ownPieceColumns, stateFilter } from './pieceColumns.tsx'

const KeepByPiece = lazyComponent(async () => (await import('./KeepByPiece.tsx')).KeepByPiece)

/** Lists the pieces of an item that is kept by piece. A manager can begin to keep another one so. */
export function ItemPieces({ item }: { item: ItemRow }) {
  const navigate = useNavigate()
  const mayKeep = may(useAccount(), 'stock.by_piece')
  const [keeping, setKeeping] = useState(false)
  if (item.byPiece)
    return (
      <QueryTable
        name="item-pieces"
        label="Pieces"
        list={pieces.list}
        fixed={{ itemID: item.itemID }}
        columns={ownPieceColumns}
        rowID={(piece) => piece.pieceID}
        filters={[stateFilter]}
        empty={{ title: 'No pieces yet', text: 'A delivery or an adjustment brings the first one.' }}
        onOpen={(piece) => void navigate(recordPathOf(screens.pieces, piece.pieceID))}
      />
    )
  if (!mayKeep || item.uom !== 'PCS') return null
  return (
    <>
      <p className="no-print">
        <Button size="sm" onClick={() => setKeeping(true)}>
          Keep by piece
        </Button>
      </p>
      {keeping && <KeepByPiece item={item} onClose={() => setKeeping(false)} />}
    </>
  )
}
