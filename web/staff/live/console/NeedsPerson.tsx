import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { liveBuyers } from '../../../../contract/live/live-buyers.ts'
import { formatCount, formatWeight } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { focusClass } from '../../../theme/focusClass.ts'
import { WarningIcon } from '../../../ui/icons.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { type Buyer, findChoices, type LivePiece, type Undecided } from './liveRules.ts'
import { describeRecord, formatClock, formatShownPrice, nameOfBuyer } from './liveWords.ts'
import type { Desk } from './useDesk.ts'

/** The comments that wait for a person, the oldest first. The first one has the keys 1, 2 and N. */
export function NeedsPerson({ desk, atMost, onDone }: { desk: Desk; atMost: number; onDone: () => void }) {
  const { undecided, certain } = desk
  if (undecided.length + certain.length === 0) return null
  return (
    <ul className="live-ask" aria-label="Needs a person">
      {certain.length > 0 && (
        <li className="certain">
          <Button
            size="sm"
            onClick={() => {
              void desk.acceptCertain(certain.map(({ comment }) => comment.commentID))
              onDone()
            }}
          >
            Accept {formatCount(certain.length, 'certain claim')}
          </Button>
        </li>
      )}
      {undecided.slice(0, atMost).map((entry, n) => (
        <li key={entry.comment.commentID}>
          <Why entry={entry} count={atMost < undecided.length && n === 0 ? `1 of ${undecided.length}` : null} />
          <p className="live-said">
            <b>{entry.comment.name}</b>
            <q>{entry.comment.text}</q>
          </p>
          <Choices entry={entry} desk={desk} isFirst={n === 0} onDone={onDone} />
        </li>
      ))}
    </ul>
  )
}

function Why({ entry: { comment, question }, count }: { entry: Undecided; count: string | null }) {
  const timeZone = useTimeZone()
  return (
    <p className="live-why">
      <WarningIcon /> {question ?? comment.question ?? 'Cannot be read'}
      <time>{count ?? formatClock(comment.writtenAt ?? comment.enteredAt, timeZone)}</time>
    </p>
  )
}

const keysAtMost = 9

/** Offers the buyers who have the name of a comment, or the pieces that it may mean, and that it is no claim. */
export function Choices({
  entry,
  desk,
  isFirst,
  onDone,
}: {
  entry: Undecided
  desk: Desk
  /** Whether the keys 1, 2 and N choose here. */
  isFirst: boolean
  onDone: () => void
}) {
  const { comment, buyers, livePieceID } = entry
  const choose = (body: { isClaim: boolean; livePieceID?: number; buyerID?: number }) => {
    void desk.decide(comment, body)
    onDone()
  }
  const piece = livePieceID === null ? {} : { livePieceID }
  const choices =
    buyers.length > 1
      ? buyers.slice(0, keysAtMost).map((buyer) => ({
          key: buyer.buyerID,
          what: `Claim of ${nameOfBuyer(buyer)}`,
          run: () => choose({ isClaim: true, ...piece, buyerID: buyer.buyerID }),
          content: <BuyerFacts buyer={buyer} />,
        }))
      : findChoices(entry, desk.live)
          .slice(0, keysAtMost)
          .map((one) => ({
            key: one.livePieceID,
            what: `Claim of piece ${one.number}`,
            run: () => choose({ isClaim: true, livePieceID: one.livePieceID }),
            content: <PieceFacts piece={one} />,
          }))
  const dismiss = () => choose({ isClaim: false })
  useChoiceKeys(choices, dismiss, isFirst)
  return (
    <div className="live-pick">
      {choices.map(({ key, run, content }, n) => (
        <button key={key} type="button" className="live-opt" onClick={run}>
          {isFirst && <kbd>{n + 1}</kbd>}
          {content}
        </button>
      ))}
      <Button variant="subtle" className="live-no-claim" onClick={dismiss}>
        Not a claim {isFirst && <kbd>N</kbd>}
      </Button>
    </div>
  )
}

const PieceFacts = ({ piece }: { piece: LivePiece }) => (
  <>
    {piece.image_url && <img className={focusClass(piece.image_focus)} src={piece.image_url} alt="" />}
    <span>
      <b>{piece.number}</b> {piece.itemName}
      <small>{describePiece(piece)}</small>
    </span>
  </>
)

const describePiece = ({ grams, price }: LivePiece) =>
  [grams > 0 && formatWeight(grams), formatShownPrice(price)].filter(Boolean).join(' · ')

function BuyerFacts({ buyer }: { buyer: Buyer }) {
  const { data } = useQuery(readQuery(liveBuyers.get, { id: buyer.buyerID }))
  return (
    <span>
      <b>{nameOfBuyer(buyer)}</b> {buyer.customerName !== null && buyer.handle}
      <small>{data ? describeRecord(data.data) : ' '}</small>
    </span>
  )
}

/** Registers 1, 2 … and N while no text field has the focus. */
function useChoiceKeys(choices: readonly { what: string; run: () => void }[], dismiss: () => void, active: boolean) {
  const keys = choices.map((choice, n) => ({ ...choice, key: String(n + 1), notTyping: true as const }))
  useShortcuts('Needs a person', [...keys, { key: 'n', what: 'Not a claim', run: dismiss, notTyping: true }], active)
}
