import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'

import { liveShows } from '../../../../contract/live/lives.ts'
import { readQuery } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { CheckIcon, ClockIcon, WarningIcon } from '../../../ui/icons.tsx'
import { placeInLine, type LivePiece, type Undecided } from '../console/liveRules.ts'
import { formatClock, formatShownPrice, nameOfBuyer, stateOf } from '../console/liveWords.ts'
import { Choices } from '../console/NeedsPerson.tsx'
import type { Desk } from '../console/useDesk.ts'
import { foldLines, kindOf, type LineKind, type PastedLine, type Preview } from './pasteRules.ts'

/** The lines, each as it was pasted beside how it is read. A heading says which piece was on show from when. */
export function PasteRows({
  preview,
  desk,
  current,
}: {
  preview: Preview
  desk: Desk
  /** The comment that takes the keys. */
  current: Undecided | null
}) {
  const open = new Map([...desk.undecided, ...desk.certain].map((entry) => [entry.comment.commentID, entry]))
  const rows = foldLines(preview.lines, ({ commentID }) => commentID !== null && open.has(commentID))
  return (
    <section className="paste-rows" aria-label="How the lines are read">
      {rows.map((row, n) => (
        <Fragment key={row.from}>
          {(n === 0 || rows[n - 1]!.onShowID !== row.onShowID) && <OnShowFrom desk={desk} livePieceID={row.onShowID} />}
          {row.line === null ? (
            <p className="paste-fold">
              Lines {row.from} to {row.to} are here already
            </p>
          ) : (
            <Line
              line={row.line}
              place={row.from}
              desk={desk}
              entry={open.get(row.line.commentID ?? 0) ?? null}
              current={current}
            />
          )}
        </Fragment>
      ))}
    </section>
  )
}

function OnShowFrom({ desk: { live }, livePieceID }: { desk: Desk; livePieceID: number | null }) {
  const timeZone = useTimeZone()
  const { data } = useQuery(readQuery(liveShows.list, { id: live.liveID }))
  const piece = live.pieces.find((one) => one.livePieceID === livePieceID)
  const from = data?.data.find((show) => show.livePieceID === livePieceID)?.shownAt
  return (
    <h2 className="paste-then">
      {piece ? (
        <>
          <b>{piece.number}</b> {piece.itemName} on show{from && ` from ${formatClock(from, timeZone)}`}
        </>
      ) : (
        'Nothing was on show'
      )}
    </h2>
  )
}

const signs: Record<LineKind, { sign: ReactNode; words: string }> = {
  here: { sign: '=', words: 'here already' },
  certain: { sign: <CheckIcon />, words: 'certain' },
  again: { sign: '+', words: 'new' },
  undecided: { sign: <WarningIcon />, words: 'to decide' },
  waits: { sign: <ClockIcon />, words: 'waits for another line' },
  none: { sign: '+', words: 'new' },
}

function Line({
  line,
  place,
  desk,
  entry,
  current,
}: {
  line: PastedLine
  place: number
  desk: Desk
  entry: Undecided | null
  current: Undecided | null
}) {
  const timeZone = useTimeZone()
  const kind = entry ? (entry.waitsForID === null ? 'undecided' : 'waits') : kindOf(line)
  const { sign, words } = signs[kind]
  const isCurrent = entry !== null && entry.comment.commentID === current?.comment.commentID
  return (
    <article id={`line-${place}`} className={isCurrent ? `paste-row ${kind} current` : `paste-row ${kind}`}>
      <div className="raw">
        <small>{place}</small>
        {line.writtenAt !== null && <time>{formatClock(line.writtenAt, timeZone)}</time>}
        <q>
          <b>{line.name}:</b> {line.text}
        </q>
        {line.differsFrom !== null && <small className="paste-differs">here as “{line.differsFrom}”</small>}
      </div>
      <span className="sign">
        {sign}
        <span className="vh">{words}</span>
      </span>
      <div className="read">
        {entry ? <Open entry={entry} desk={desk} isCurrent={isCurrent} /> : <Read line={line} desk={desk} />}
      </div>
    </article>
  )
}

/** A stored comment that waits for a person, with its choices. */
function Open({ entry, desk, isCurrent }: { entry: Undecided; desk: Desk; isCurrent: boolean }) {
  return (
    <>
      <p className="why">{entry.question ?? entry.comment.question ?? 'Cannot be read'}</p>
      <Choices entry={entry} desk={desk} isFirst={isCurrent} onDone={() => {}} />
    </>
  )
}

/** What a line is read as, or what became of it. */
function Read({ line, desk }: { line: PastedLine; desk: Desk }) {
  const { live, claims, byPiece } = desk
  const pieceOf = (id: number | null) => live.pieces.find(({ livePieceID }) => livePieceID === id)
  const claim = line.commentID === null ? undefined : claims.find(({ commentID }) => commentID === line.commentID)
  if (claim) {
    const line = byPiece.get(claim.livePieceID) ?? []
    const { word, colour } = stateOf(claim.status, placeInLine(line, claim.claimID))
    return (
      <p>
        <PieceWords piece={pieceOf(claim.livePieceID)} who={nameOfBuyer(claim.buyer)} />
        <span className={`st ${colour}`}>{word}</span>
      </p>
    )
  }
  if (line.kind === 'certain')
    return (
      <p>
        <PieceWords piece={pieceOf(line.livePieceID)} who={line.name} />
      </p>
    )
  if (line.kind === 'undecided')
    return (
      <p className="why">
        {line.question ?? 'Cannot be read'}
        {line.waitsForLine !== null && ` (line ${line.waitsForLine} comes before)`}
      </p>
    )
  return <p className="quiet">{line.kind === 'again' ? 'said again; the comment is kept' : 'no claim'}</p>
}

const PieceWords = ({ piece, who }: { piece: LivePiece | undefined; who: string }) => (
  <span>
    <b>{piece?.number}</b> {who}
    {piece && (
      <small>
        {piece.itemName}, {formatShownPrice(piece.price)}
      </small>
    )}
  </span>
)
