import { data, type LoaderFunctionArgs, redirect, type RouteObject, useLoaderData } from 'react-router'

import { fineness } from '../../../contract/catalogue/karats.ts'
import { certificateLabels, describePieceWeight, writeLongDay } from '../../../contract/sales/certificate-labels.ts'
import { checkPath } from '../../../contract/sales/certificate-rules.ts'
import type { certificates, PublicCertificateRow } from '../../../contract/sales/certificates.ts'
import { formatCode, readCode } from '../../../contract/shared/codes.ts'
import { publicAddress } from '../../../contract/shared/languages.ts'
import { formatExactWeight } from '../../../contract/shared/quantities.ts'
import { publicPaths } from '../../../contract/site/site.ts'
import { type Pages, useShopName, useSite } from '../parts/site.ts'
import { Term } from '../parts/Term.tsx'
import { checkWords } from './checkWords.ts'
import { ScannedFact, ScannedGold } from './ScannedFact.tsx'
import { AskBox, ScannedPage, ScannedPictures, Verdict } from './ScannedPage.tsx'

// The page that the QR code of a certificate opens. The server alone renders it, and it has no scripts: it is read once,
// on a phone, by somebody who holds the piece.

const check = { method: 'GET', path: '/api/shop/certificates' } as typeof certificates.check

type Checked =
  | { is: 'certificate'; certificate: PublicCertificateRow }
  | { is: 'unknown'; code: string }
  | { is: 'asked' }
  | { is: 'too many' }

/** The addresses of the check: with a code, and without one for a form. */
export const certificateRoutes = ({ call, language }: Pages): RouteObject[] => [
  {
    path: checkPath,
    Component: CertificatePage,
    loader: ({ request }: LoaderFunctionArgs) => {
      const typed = readTyped(new URL(request.url).searchParams.get('code') ?? '')
      if (typed === '') return { is: 'asked' } satisfies Checked
      // The router adds the language.
      return redirect(`${checkPath}/${encodeURIComponent(typed)}`)
    },
  },
  {
    path: `${checkPath}/:code`,
    Component: CertificatePage,
    loader: async ({ params }: LoaderFunctionArgs) => {
      const code = readTyped(params['code'] ?? '')
      try {
        const answer = await call(check, { query: { code, language } })
        return { is: 'certificate', certificate: answer.data } satisfies Checked
      } catch (error) {
        const { status } = error as { status?: number }
        if (status === 429) return data({ is: 'too many' } satisfies Checked, 429)
        if (status !== 404 && status !== 400) throw error
        return data({ is: 'unknown', code } satisfies Checked, 404)
      }
    },
  },
]

/** Returns a typed code as it is printed, or the beginning of a text that is no code. */
function readTyped(text: string): string {
  const code = readCode(text)
  return /^[A-Z0-9]{8}$/.test(code) ? formatCode(code) : text.trim().slice(0, 40)
}

function CertificatePage() {
  const checked = useLoaderData<Checked>()
  const { language } = useSite()
  const words = checkWords[language]
  return (
    <ScannedPage title={words.title} description={words.description}>
      {checked.is === 'certificate' ? (
        checked.certificate.state === 'Valid' ? (
          <Genuine certificate={checked.certificate} />
        ) : (
          <Revoked certificate={checked.certificate} />
        )
      ) : checked.is === 'unknown' ? (
        <Unknown code={checked.code} />
      ) : checked.is === 'too many' ? (
        <Verdict isBad stamp={words.tooMany} title={words.title} text={words.tooManyHelp} />
      ) : (
        <>
          <Verdict title={words.ask} text={words.askHelp} />
          <CodeForm code="" />
        </>
      )}
    </ScannedPage>
  )
}

function Genuine({ certificate }: { certificate: PublicCertificateRow }) {
  const { language } = useSite()
  const words = checkWords[language]
  const { certificateNumber, itemName, itemNameLanguage, pictures, checkedAt, karat, pieceNumber, grams } = certificate
  const [day, time] = checkedAt.split(' ')
  return (
    <>
      <Verdict
        stamp={words.issued}
        title={itemName}
        titleLanguage={itemNameLanguage === language ? undefined : itemNameLanguage}
        text={words.isOurs(certificateNumber, writeLongDay(day!, language), time!)}
      />
      <ScannedPictures pictures={pictures.map((path) => ({ path }))} alt={words.picture} />
      <CertificateFacts certificate={certificate} />
      <section className="scanned-box">
        <h2>{words.hand}</h2>
        <ol>
          <Question n={1} parts={words.mark(karat && String(fineness[karat]), pieceNumber)} />
          {grams !== null && <Question n={2} parts={words.weighs(formatExactWeight(grams))} />}
          <Question n={grams === null ? 2 : 3} parts={[words.looks]} />
        </ol>
        <a className="btn big" href={publicAddress(language, publicPaths.contact)}>
          {words.differs}
        </a>
        <p>{words.silent}</p>
      </section>
    </>
  )
}

function Question({ n, parts }: { n: number; parts: readonly (string | { strong: string })[] }) {
  return (
    <li>
      <span className="scanned-oct" aria-hidden="true">
        {n}
      </span>
      <span>{parts.map((part) => (typeof part === 'string' ? part : <b key={part.strong}>{part.strong}</b>))}</span>
    </li>
  )
}

function CertificateFacts({ certificate }: { certificate: PublicCertificateRow }) {
  const { language } = useSite()
  const shop = useShopName()
  const words = checkWords[language]
  const facts = certificateLabels[language]
  const { karat, metal, stone, issuedOn, place } = certificate
  return (
    <dl className="scanned-facts num">
      <ScannedFact name={facts.certificate}>{certificate.certificateNumber}</ScannedFact>
      <ScannedFact name={karat === null ? facts.metal : facts.gold}>
        {(karat !== null || metal !== null) && <ScannedGold karat={karat} metal={metal} />}
      </ScannedFact>
      <ScannedFact name={facts.weight}>{describePieceWeight(certificate, language)}</ScannedFact>
      <ScannedFact name={facts.stones}>{stone !== null && <Term text={stone} />}</ScannedFact>
      <ScannedFact name={facts.size}>{certificate.size}</ScannedFact>
      <ScannedFact name={facts.piece}>{certificate.pieceNumber}</ScannedFact>
      <ScannedFact name={facts.laboratory}>{certificate.laboratoryReport}</ScannedFact>
      <ScannedFact name={facts.issued}>{words.issuedAt(writeLongDay(issuedOn, language), shop, place)}</ScannedFact>
    </dl>
  )
}

function Revoked({ certificate }: { certificate: PublicCertificateRow }) {
  const { language } = useSite()
  const words = checkWords[language]
  const { certificateNumber, issuedOn, revocation } = certificate
  const days = [issuedOn, revocation!.revokedOn].map((date) => writeLongDay(date, language))
  const sentence = words.revokedOn(certificateNumber, days[0]!, days[1]!, words.reasons[revocation!.reason])
  return (
    <>
      <Verdict
        isBad
        stamp={words.revoked}
        title={words.countsNoLonger}
        text={revocation!.replaced ? `${sentence} ${words.replaced}` : sentence}
      />
      <AskBox title={words.oldPaper} text={words.oldPaperHelp} ask={words.askShop} />
    </>
  )
}

function Unknown({ code }: { code: string }) {
  const words = checkWords[useSite().language]
  return (
    <>
      <Verdict isBad stamp={words.notOurs} title={words.unknown} text={words.nothingHas(code)} />
      <CodeForm code={code} />
      <AskBox title={words.still} text={words.stillHelp} ask={words.askShop} />
    </>
  )
}

function CodeForm({ code }: { code: string }) {
  const { language } = useSite()
  const words = checkWords[language]
  return (
    <form className="scanned-typed" action={publicAddress(language, checkPath)}>
      <input
        name="code"
        defaultValue={code}
        maxLength={40}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        aria-label={words.codeOnPaper}
      />
      <button className="btn go" type="submit">
        {words.check}
      </button>
    </form>
  )
}
