import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { type ActionFunctionArgs, useLocation } from 'react-router'

import { publicPaths } from '../../../contract/site/site.ts'
import { DrawnPicture } from '../parts/DrawnPicture.tsx'
import { describeShop } from '../parts/facts.ts'
import { Head, JsonLd } from '../parts/Head.tsx'
import { QuestionForm, sendQuestion, sentParam, Thanks } from '../parts/QuestionForm.tsx'
import { type Pages, useCompany, useSite } from '../parts/site.ts'
import { brooch, hero } from '../parts/sitePictures.ts'
import { handleOf, Social } from '../parts/Social.tsx'

/** Sends a question about the shop. It also runs on the server, for browsers without scripts. */
export const contactAction =
  (pages: Pages) =>
  async ({ request }: ActionFunctionArgs) =>
    sendQuestion(pages, await request.formData(), null, publicPaths.contact)

export function ContactPage() {
  const { words, origin } = useSite()
  const { contact, about } = words
  const isSent = new URLSearchParams(useLocation().search).has(sentParam)
  const company = useCompany()
  return (
    <>
      <Head title={contact.title} description={contact.description} />
      <JsonLd data={describeShop(company, { url: `${origin}/`, image: new URL(hero.largest, origin).href })} />
      <div className="wrap page-h">
        <h1>{contact.heading}</h1>
        <p>{contact.lead}</p>
      </div>
      <section className="wrap ask-form" id="ask" aria-labelledby="ask-heading">
        <div>
          <h2 id="ask-heading">{contact.write}</h2>
          <p className="muted">{contact.writeHint}</p>
          <DrawnPicture of={brooch} sizes="(max-width: 900px) 90vw, 400px" alt={about.picture} />
        </div>
        {isSent ? (
          <Thanks more={contact.thanksMore} />
        ) : (
          <QuestionForm path={publicPaths.contact} short textLabel={contact.message} />
        )}
      </section>
      <section className="wrap contact">
        {company ? (
          <dl>
            {company.lineapp && (
              <ContactLine name="LINE" text={company.lineapp}>
                <a href={company.lineapp} rel="me noreferrer">
                  {handleOf(company.lineapp)}
                </a>
              </ContactLine>
            )}
            <ContactLine name={contact.phone} text={company.companyPhone}>
              <a href={telephoneLink(company.companyPhone)}>{company.companyPhone}</a>
            </ContactLine>
            {company.companyPhoneSecondary && (
              <ContactLine name={contact.phoneSecondary} text={company.companyPhoneSecondary}>
                <a href={telephoneLink(company.companyPhoneSecondary)}>{company.companyPhoneSecondary}</a>
              </ContactLine>
            )}
            <ContactLine name={contact.email} text={company.companyEmail}>
              <a href={`mailto:${company.companyEmail}`}>{company.companyEmail}</a>
            </ContactLine>
            {company.companyAddress && (
              <ContactLine name={contact.address} text={company.companyAddress}>
                <address>{company.companyAddress}</address>
                <a className="under" href={mapLink(company.companyAddress)} rel="noreferrer">
                  {contact.map}
                </a>
              </ContactLine>
            )}
          </dl>
        ) : (
          <p className="display">{contact.none}</p>
        )}
        <div className="helps">
          <h2>{contact.help}</h2>
          <ul>
            {contact.helps.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      </section>
      <Social />
    </>
  )
}

/** One way to contact the shop: its text, usually as a link, and a button that copies the text. */
function ContactLine({ name, text, children }: { name: string; text: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <div>{children}</div>
        <CopyButton text={text} what={name} />
      </dd>
    </div>
  )
}

/**
 * A button that copies a text. The clipboard needs scripts and HTTPS. Without them the button is invisible, but it
 * takes the same space.
 */
function CopyButton({ text, what }: { text: string; what: string }) {
  const { contact } = useSite().words
  const canCopy = useSyncExternalStore(
    () => () => {},
    () => Boolean(navigator.clipboard),
    () => false,
  )
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false), // the browser denied access
    )
  return (
    <button type="button" className={canCopy ? 'btn' : 'btn not-yet'} onClick={() => void copy()}>
      <output>{copied ? contact.copied : contact.copy}</output> <span className="vh">{what}</span>
    </button>
  )
}

const telephoneLink = (number: string) => `tel:${number.replaceAll(/[^\d+]/g, '')}`
const mapLink = (address: string) =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: address }).toString()}`
