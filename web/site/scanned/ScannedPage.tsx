import type { ReactNode } from 'react'
import { useLocation } from 'react-router'

import type { PictureFocus } from '../../../contract/shared/covers.ts'
import { publicAddress } from '../../../contract/shared/languages.ts'
import { publicPaths } from '../../../contract/site/site.ts'
import { Head } from '../parts/Head.tsx'
import { Picture } from '../parts/Picture.tsx'
import { useSite } from '../parts/site.ts'
import { offers } from '../words/offers.ts'

// The parts of the pages behind a scanned code. The server alone renders them, and they have no scripts.

/** A page behind a scanned code. Search engines do not list it. */
export function ScannedPage({
  title,
  description,
  children,
}: {
  title: string
  description: string
  children: ReactNode
}) {
  return (
    <div className="wrap scanned">
      <Head title={title} description={description} hidden />
      <PreferredLanguage />
      {children}
    </div>
  )
}

/** Offers the page in the language that the browser asks for, because the address of a code may have another one. */
function PreferredLanguage() {
  const { language, preferred } = useSite()
  const { pathname, search } = useLocation()
  if (preferred === undefined || preferred === language) return null
  return (
    <p className="scanned-language">
      <a className="under" lang={preferred} hrefLang={preferred} href={publicAddress(preferred, pathname + search)}>
        {offers[preferred]}
      </a>
    </p>
  )
}

/** The answer: its first line says whether the certificate counts. */
export function Verdict({
  stamp,
  title,
  titleLanguage,
  text,
  isBad = false,
}: {
  stamp?: string
  title: string
  titleLanguage?: string | undefined
  text: string
  isBad?: boolean
}) {
  return (
    <div className={isBad ? 'scanned-verdict bad' : 'scanned-verdict'}>
      {stamp !== undefined && (
        <p className="scanned-stamp">
          <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
            {isBad ? (
              <path d="M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 6.500v4.200M10 13.300v.1" />
            ) : (
              <path d="M10 2.500l6 2v5c0 4-2.600 6.600-6 8-3.400-1.400-6-4-6-8v-5zM7 10l2.200 2.200L13.200 8" />
            )}
          </svg>{' '}
          {stamp}
        </p>
      )}
      <h1 lang={titleLanguage}>{title}</h1>
      <p>{text}</p>
    </div>
  )
}

/** The first picture large, and the others below it. */
export function ScannedPictures({
  pictures: [first, ...others],
  alt,
}: {
  pictures: readonly { path: string; focus?: PictureFocus }[]
  alt: string
}) {
  if (!first) return null
  return (
    <div className="scanned-pictures">
      <div className="scanned-picture">
        <Picture {...first} alt={alt} sizes="(min-width: 900px) 560px, 100vw" eager />
      </div>
      {others.length > 0 && (
        <div className="scanned-views">
          {others.map((other) => (
            <Picture key={other.path} {...other} alt={alt} sizes="200px" soon />
          ))}
        </div>
      )}
    </div>
  )
}

/** Asks a visitor to write to the shop. */
export function AskBox({ title, text, ask }: { title: string; text: string; ask: string }) {
  const { language } = useSite()
  return (
    <section className="scanned-box">
      <h2>{title}</h2>
      <p>{text}</p>
      <a className="btn go big" href={publicAddress(language, publicPaths.contact)}>
        {ask}
      </a>
    </section>
  )
}
