import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { describeDaysGold } from '../../../../contract/pricing/days-gold.ts'
import { recordPathOf, type ScreenPath, screens } from '../../../../contract/shared/screens.ts'
import { type PieceRow, pieces } from '../../../../contract/stock/pieces.ts'
import { formatMoment, formatPeso, formatShownCost, formatWeight } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { AssayLine } from '../../../ui/AssayLine.tsx'
import { Fact } from '../../../ui/Fact.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Thumb } from '../../../ui/Thumb.tsx'
import { PrintLabels } from '../../labels/PrintLabels.tsx'
import { describeCertificate } from '../../shared/pieceColumns.tsx'
import { kindNames } from '../../shared/stock.ts'
import { useDaysGold } from '../../shared/useDaysGold.ts'
import { EditPiece } from './EditPiece.tsx'
import { PieceCertificates } from './PieceCertificates.tsx'
import { PiecePictures } from './PiecePictures.tsx'
import { PieceScan } from './PieceScan.tsx'

/** Shows one piece: its facts, where it is, and where it has been. */
export function PieceContent({ piece }: { piece: PieceRow }) {
  const [open, show] = useState<'form' | 'labels' | null>(null)
  const close = () => show(null)
  const { item, place, holder } = piece
  const gold = useDaysGold(piece.netGrams !== null)({ ...item, netGrams: piece.netGrams }, item.price)
  return (
    <>
      <title>{piece.number}</title>
      <PageHeader title={piece.number}>
        <Button onClick={() => show('labels')}>Print Label</Button>
        <Button variant="filled" onClick={() => show('form')}>
          Edit
        </Button>
      </PageHeader>
      <div className="with-gallery">
        <PiecePictures key={piece.pieceID} piece={piece} />
        <div>
          <section className="panel record-facts" aria-label="Details">
            <dl>
              <Fact name="Item">
                <Thumb src={item.image_url} focus={item.image_focus} name={item.itemName} />{' '}
                <Link className="link" to={recordPathOf(screens.items, piece.itemID)}>
                  {item.itemName}
                </Link>
              </Fact>
              <Fact name="Price">
                {formatPeso(item.price)}
                <small>
                  <AssayLine
                    piece={{ ...item, grams: piece.grams ?? item.grams }}
                    price={item.price}
                    gold={gold && describeDaysGold(gold, { hasStone: item.stone !== null })}
                    margin={null}
                  />
                </small>
              </Fact>
              <Fact name="State">
                {piece.state}
                {holder && (
                  <>
                    {': '}
                    <Link className="link" to={recordPathOf(screens.sales, holder.salesTransactionID)}>
                      {holder.transactionNumber}
                    </Link>
                  </>
                )}
              </Fact>
              <Fact name="Place">
                {place && (
                  <Link className="link" to={recordPathOf(screens.inventory, place.inventoryID)}>
                    {place.locationName}, {place.typeName}
                  </Link>
                )}
              </Fact>
              <Fact name="Weight">{formatWeight(piece.grams ?? item.grams)}</Fact>
              <Fact name="Net weight">{piece.netGrams === null ? null : formatWeight(piece.netGrams)}</Fact>
              <Fact name="Certificate">{describeCertificate(piece) || null}</Fact>
              {piece.cost !== undefined && (
                <Fact name="Cost">{piece.cost === null ? null : formatShownCost(piece.cost)}</Fact>
              )}
              <Fact name="Barcode">{piece.barcode}</Fact>
              <Fact name="Tag">
                <a className="link" href={`/p/${piece.code}`} target="_blank" rel="noreferrer">
                  /p/{piece.code}
                </a>
              </Fact>
              <Fact name="Note">{piece.note}</Fact>
            </dl>
          </section>
          <PieceScan piece={piece} />
          <PieceCertificates pieceID={piece.pieceID} isHere={piece.state !== 'Gone'} />
        </div>
      </div>
      <PieceHistory id={piece.pieceID} />
      {open === 'form' && <EditPiece piece={piece} onClose={close} />}
      {open === 'labels' && <PrintLabels items={[{ itemID: piece.itemID, pieceID: piece.pieceID }]} onClose={close} />}
    </>
  )
}

/** The screens of the documents that move pieces. */
const screenOf: Record<string, ScreenPath> = {
  sale: screens.sales,
  receiving: screens.receivings,
  transfer: screens.stockTransfers,
  adjustment: screens.inventoryAdjustments,
  repair: screens.repairReturns,
  import: screens.imports,
}

function PieceHistory({ id }: { id: number }) {
  const timeZone = useTimeZone()
  const { data } = useQuery(readQuery(pieces.history, { id }))
  return (
    <section className="panel" aria-label="History">
      <table className="table" aria-label="History">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">What</th>
            <th scope="col">Where</th>
            <th scope="col">By</th>
          </tr>
        </thead>
        <tbody>
          {data?.data.steps.map(
            ({ at, kind, documentType, documentID, documentNumber, came, locationName, typeName, user }) => (
              <tr key={`${at} ${kind} ${String(came)}`}>
                <td>{formatMoment(at, timeZone)}</td>
                <td>
                  {kind === 'named' ? 'Named in stock' : kindNames[kind]}{' '}
                  {documentType && documentID !== null && screenOf[documentType] && (
                    <Link className="link" to={recordPathOf(screenOf[documentType], documentID)}>
                      {documentNumber ?? documentID}
                    </Link>
                  )}
                </td>
                <td>
                  {came ? 'Came to' : 'Left'} {locationName}, {typeName}
                </td>
                <td>{user?.name ?? 'The shop itself'}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </section>
  )
}
