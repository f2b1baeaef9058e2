import { useEffect, useRef } from 'react'

import type { LiveRow } from '../../../../contract/live/lives.ts'
import { formatPeso, formatQuantity } from '../../../lib/format.ts'
import { AssayLine } from '../../../ui/AssayLine.tsx'
import { InlineNumber } from '../../../ui/form/InlineNumber.tsx'
import { CloseIcon, DownIcon, UpIcon } from '../../../ui/icons.tsx'
import { Thumb } from '../../../ui/Thumb.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { changePiece, type LivePiece, movePiece, removePiece } from './planRules.ts'
import type { Plan } from './usePlan.ts'

type Direction = 1 | -1

/** The pieces of a live in the order of showing. */
export function PlannedPieces({ live: { pieces, status, show }, plan }: { live: LiveRow; plan: Plan }) {
  const list = useRef<HTMLOListElement>(null)
  const moved = useRef<{ id: number; by: Direction } | null>(null)
  useEffect(() => {
    // A button loses the focus when its row moves.
    if (!moved.current || document.activeElement !== document.body) return
    const { id, by } = moved.current
    moved.current = null
    const buttons = [by, -by].map((way) =>
      list.current?.querySelector<HTMLButtonElement>(`[data-piece="${id}"] [data-move="${way}"]:not(:disabled)`),
    )
    buttons.find(Boolean)?.focus()
  })

  function move(id: number, by: Direction) {
    moved.current = { id, by }
    plan.change(movePiece(id, by)).catch(showFailure)
  }
  return (
    <ol className="planned-pieces" ref={list}>
      {pieces.map((piece, n) => (
        <PlannedPiece
          key={piece.livePieceID}
          piece={piece}
          isOnShow={piece.livePieceID === show?.livePieceID}
          plan={status === 'Closed' ? null : plan}
          canMove={{ '-1': n > 0, '1': n < pieces.length - 1 }}
          onMove={(by) => move(piece.livePieceID, by)}
        />
      ))}
    </ol>
  )
}

const showFailure = (error: Error) => toasts.error(`Error: ${error.message}`)

function PlannedPiece({
  piece,
  isOnShow,
  plan,
  canMove,
  onMove,
}: {
  piece: LivePiece
  isOnShow: boolean
  /** Changes the pieces; null for a live that is closed. */
  plan: Plan | null
  canMove: Record<`${Direction}`, boolean>
  onMove: (by: Direction) => void
}) {
  const { livePieceID, number, itemName, itemCode, price, available, quantity, firstShownAt } = piece
  return (
    <li data-piece={livePieceID} className={isOnShow ? 'on' : undefined}>
      <b className="no">
        <span className="vh">Number </span>
        {number}
      </b>
      <Thumb src={piece.image_url} focus={piece.image_focus} name={itemName} />
      <div className="what">
        <b>{itemName}</b>
        <small>{piece.piece?.number ?? itemCode}</small>
        <AssayLine piece={{ ...piece, uom: 'PCS' }} price={price} margin={null} />
      </div>
      <div className="figures">
        {plan ? <ChangedFigures piece={piece} plan={plan} /> : <ShownFigures piece={piece} />}
        <small className={available < quantity ? 'short' : undefined}>
          {formatQuantity(available)} free{firstShownAt !== null && (isOnShow ? ', on show now' : ', was on show')}
        </small>
      </div>
      {plan && (
        <div className="moves">
          {([-1, 1] as const).map((by) => (
            <button
              key={by}
              type="button"
              className="ib"
              data-move={by}
              aria-label={`Move ${itemName} ${by === -1 ? 'up' : 'down'}`}
              disabled={!canMove[by]}
              onClick={() => onMove(by)}
            >
              {by === -1 ? <UpIcon /> : <DownIcon />}
            </button>
          ))}
          {firstShownAt === null && (
            <button
              type="button"
              className="ib"
              aria-label={`Remove ${itemName}`}
              onClick={() => void plan.change(removePiece(livePieceID)).catch(showFailure)}
            >
              <CloseIcon />
            </button>
          )}
        </div>
      )}
    </li>
  )
}

const ShownFigures = ({ piece: { price, quantity } }: { piece: LivePiece }) => (
  <span>
    {formatPeso(price)}
    {quantity > 1 && ` × ${formatQuantity(quantity)}`}
  </span>
)

/** The price and the quantity, which are changed in their place. */
function ChangedFigures({ piece, plan }: { piece: LivePiece; plan: Plan }) {
  const { livePieceID, itemName, price, quantity } = piece
  const save = async (changes: { price?: number; quantity?: number }, before: typeof changes) => {
    await plan.change(changePiece(livePieceID, changes))
    return () => plan.change(changePiece(livePieceID, before))
  }
  return (
    <span className="inline-figures">
      <InlineNumber
        value={price}
        shown={formatPeso(price)}
        name={`Price of ${itemName}`}
        prefix="₱"
        places={2}
        what={(next) => `${itemName} costs ${formatPeso(next)} in this live, no longer ${formatPeso(price)}`}
        problemOf={(next) => (next !== null && next >= 0 ? null : 'Enter a price')}
        save={(next) => save({ price: next }, { price })}
      />
      {piece.piece === null && (
        <>
          {' × '}
          <InlineNumber
            value={quantity}
            shown={formatQuantity(quantity)}
            name={`Quantity of ${itemName}`}
            what={(next) =>
              `${formatQuantity(next)} of ${itemName} in this live, no longer ${formatQuantity(quantity)}`
            }
            problemOf={(next) => (next !== null && Number.isInteger(next) && next >= 1 ? null : 'Enter a whole number')}
            save={(next) => save({ quantity: next }, { quantity })}
          />
        </>
      )}
    </span>
  )
}
