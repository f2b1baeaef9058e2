import { useNow } from '../../../lib/useNow.ts'
import { focusClass } from '../../../theme/focusClass.ts'
import { cutTray, describeTaken, type LivePiece } from './liveRules.ts'
import { firstNameOf, formatShownPrice, formatTimeLeft, nameOfBuyer } from './liveWords.ts'
import type { Desk } from './useDesk.ts'

const cellsAtOnce = 9

/** The pieces around the one on show. A press puts one on show. */
export function Tray({ desk, onShown }: { desk: Desk; onShown: () => void }) {
  const { live } = desk
  const { from, at, cells, toCome } = cutTray(live, cellsAtOnce)
  if (cells.length === 0) return null
  return (
    <section className="live-tray" aria-label="Tray">
      <header>
        <h2>Tray</h2>
        <span>
          pieces {from + 1} to {from + cells.length} of {live.pieces.length}
        </span>
        <span className="push">{toCome} to come</span>
      </header>
      <div className="live-cells">
        {cells.map((piece, n) => {
          const isOn = piece.livePieceID === live.show?.livePieceID
          return (
            <button
              key={piece.livePieceID}
              type="button"
              className={isOn ? 'live-cell on' : from + n < at ? 'live-cell past' : 'live-cell'}
              aria-current={isOn || undefined}
              onClick={() => {
                desk.show(piece.livePieceID)
                onShown()
              }}
            >
              {piece.image_url ? (
                <img className={focusClass(piece.image_focus)} src={piece.image_url} alt="" />
              ) : (
                <span className="no-picture" />
              )}
              <span className="live-cell-facts">
                <b>
                  <span className="vh">Show piece </span>
                  {piece.number}
                  <span className="vh">, {piece.itemName}, </span>
                </b>
                <span>{formatShownPrice(piece.price)}</span>
                <Taken desk={desk} piece={piece} />
              </span>
            </button>
          )
        })}
      </div>
    </section>
  )
}

/** Who has a piece, in one short line. */
function Taken({ desk, piece }: { desk: Desk; piece: LivePiece }) {
  const now = useNow(1000)
  const { winners, asked, next, free } = describeTaken(piece, desk.byPiece.get(piece.livePieceID) ?? [])
  if (asked?.askedUntil) {
    const { text } = formatTimeLeft(Date.parse(asked.askedUntil) - now.getTime())
    return (
      <small>
        <i className="orange">
          {firstNameOf(nameOfBuyer(asked.buyer))} {text}
        </i>
      </small>
    )
  }
  const [first] = winners
  if (free > 0 || first === undefined)
    return <small>{free === 1 && piece.quantity === 1 ? 'free' : `${free} free`}</small>
  return (
    <small>
      <i className="green">{winners.length > 1 ? `${winners.length} won` : firstNameOf(first)}</i>
      {next !== null && `, then ${firstNameOf(next)}`}
    </small>
  )
}
