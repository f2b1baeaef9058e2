import { data, type LoaderFunctionArgs, type RouteObject, useLoaderData } from 'react-router'

import { certificateLabels } from '../../../contract/sales/certificate-labels.ts'
import { checkPath } from '../../../contract/sales/certificate-rules.ts'
import { formatCode } from '../../../contract/shared/codes.ts'
import { type Language, publicAddress } from '../../../contract/shared/languages.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import { formatWeight } from '../../../contract/shared/quantities.ts'
import { recordPathOf, screens } from '../../../contract/shared/screens.ts'
import { itemPathOf } from '../../../contract/site/site.ts'
import { pieceAddress } from '../../../contract/stock/piece-codes.ts'
import type { publicPieces, PublicPieceRow } from '../../../contract/stock/public-pieces.ts'
import { Assay } from '../parts/Assay.tsx'
import { Clauses } from '../parts/Clauses.tsx'
import { type Pages, useSite } from '../parts/site.ts'
import { Term } from '../parts/Term.tsx'
import { Unit } from '../parts/VitrineCard.tsx'
import { pieceWords } from './pieceWords.ts'
import { ScannedFact, ScannedGold } from './ScannedFact.tsx'
import { AskBox, ScannedPage, ScannedPictures, Verdict } from './ScannedPage.tsx'

// The page that the QR code of a tag opens. The server alone renders it, and it has no scripts. Sign-in lives in the
// back-office, so a link leads staff to the piece there.

const find = { method: 'GET', path: '/api/shop/pieces' } as typeof publicPieces.get

/** The address of a tag. The page of a code that is on no tag says so with status 404. */
export const pieceRoute = ({ call, language }: Pages): RouteObject => ({
  path: `${pieceAddress}:code`,
  Component: PiecePage,
  loader: async ({ params }: LoaderFunctionArgs) => {
    try {
      return (await call(find, { query: { code: params['code'] ?? '', language } })).data
    } catch (error) {
      const { status } = error as { status?: number }
      if (status !== 404 && status !== 400) throw error
      return data(null, 404)
    }
  },
})

function PiecePage() {
  const piece = useLoaderData<PublicPieceRow | null>()
  const words = pieceWords[useSite().language]
  return piece === null ? (
    <ScannedPage title={words.unknown} description={words.unknownHelp}>
      <Verdict title={words.unknown} text={words.unknownHelp} />
      <AskBox title={words.hand} text={words.handHelp} ask={words.askShop} />
    </ScannedPage>
  ) : (
    <ScannedPage
      title={`${piece.itemName} ${piece.number}`}
      description={words.description(piece.itemName, piece.number)}
    >
      <TaggedPiece piece={piece} />
    </ScannedPage>
  )
}

function TaggedPiece({ piece }: { piece: PublicPieceRow }) {
  const { language } = useSite()
  const words = pieceWords[language]
  return (
    <>
      <div className="scanned-verdict">
        <h1 {...(piece.itemNameLanguage !== language && { lang: piece.itemNameLanguage })}>
          <Clauses text={piece.itemName} />
        </h1>
        <p className="num">{piece.number}</p>
        {piece.price !== null && (
          <p className="scanned-price num price">
            {formatPeso(piece.price)} <Unit uom={piece.uom} />
          </p>
        )}
        <Assay item={piece} />
      </div>
      <ScannedPictures pictures={piece.pictures} alt={words.picture} />
      <PieceFacts piece={piece} />
      <div className="scanned-ways">
        {piece.itemID !== null && (
          <a className="btn go big" href={publicAddress(language, itemPathOf(piece.itemID))}>
            {words.seeInShop}
          </a>
        )}
        {piece.certificate && (
          <a className="btn big" href={publicAddress(language, `${checkPath}/${formatCode(piece.certificate.code)}`)}>
            {words.check(piece.certificate.certificateNumber)}
          </a>
        )}
        <p>{words.silent}</p>
        <p>
          <a className="under" href={recordPathOf(screens.pieces, piece.pieceID)}>
            {words.staff}
          </a>
        </p>
      </div>
    </>
  )
}

function PieceFacts({ piece }: { piece: PublicPieceRow }) {
  const { language } = useSite()
  const labels = certificateLabels[language]
  const { karat, metal, stone } = piece
  return (
    <dl className="scanned-facts num">
      <ScannedFact name={karat === null ? labels.metal : labels.gold}>
        {(karat !== null || metal !== null) && <ScannedGold karat={karat} metal={metal} />}
      </ScannedFact>
      <ScannedFact name={labels.weight}>{describeWeights(piece, language)}</ScannedFact>
      <ScannedFact name={labels.stones}>{stone !== null && <Term text={stone} />}</ScannedFact>
      <ScannedFact name={labels.size}>{piece.size !== null && <Term text={piece.size} />}</ScannedFact>
      <ScannedFact name={labels.piece}>{piece.number}</ScannedFact>
      <ScannedFact name={labels.laboratory}>{piece.laboratoryReport}</ScannedFact>
      <ScannedFact name={labels.certificate}>{piece.certificate?.certificateNumber}</ScannedFact>
    </dl>
  )
}

/** States the weight of a piece, and of its gold where that is less; nothing for an unknown weight. */
function describeWeights({ karat, grams, netGrams }: PublicPieceRow, language: Language) {
  if (grams <= 0) return null
  const whole = formatWeight(grams)
  if (karat === null || netGrams === null || netGrams === grams) return whole
  return certificateLabels[language].ofWhichGold(whole, formatWeight(netGrams))
}
