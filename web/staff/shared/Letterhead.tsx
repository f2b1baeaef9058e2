import { useQuery } from '@tanstack/react-query'

import { companyProfile } from '../../../contract/company/company-profile.ts'
import { shopName } from '../../../contract/site/site.ts'
import { readQuery } from '../../lib/query.ts'
import { LogoMark } from '../../theme/Logo.tsx'

// The head of the shop's printed documents.

/** Shows the shop's details, and the document's title and number. */
export function Letterhead({ title, number, registered }: { title: string; number: string; registered?: boolean }) {
  return (
    <header>
      <Company registered={registered} />
      <div>
        <h1>{title}</h1>
        <p>{number}</p>
      </div>
    </header>
  )
}

/** Shows the logo and the company profile. `registered` adds the registration and tax numbers. */
export function Company({ registered = false }: { registered?: boolean | undefined }) {
  const { data } = useQuery({ ...readQuery(companyProfile.get, {}), staleTime: 60_000 })
  const company = data?.data
  const number = company?.registrationNumber && `Registration no. ${company.registrationNumber}`
  return (
    <div>
      {company?.image_url ? <img src={company.image_url} alt="" /> : <LogoMark size={44} />}
      <b>{company?.companyName ?? shopName}</b>
      <Texts texts={[company?.companyAddress, company?.companyPhone, company?.companyEmail]} />
      {registered && <Texts texts={[number, company?.taxDetails]} />}
    </div>
  )
}

/**
 * Shows the customer or supplier on the left, and the facts of the document on the right. Empty texts and facts are
 * omitted.
 */
export function Parties({
  party,
  name,
  texts,
  facts,
}: {
  /** The role of the customer or supplier as a label: 'Supplier'. */
  party: string
  name: string
  texts: readonly (string | null | undefined)[]
  facts: readonly (readonly [name: string, value: string | null])[]
}) {
  return (
    <section className="parties">
      <div>
        <h2>{party}</h2>
        <b>{name}</b>
        <Texts texts={texts} />
      </div>
      <dl>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}

const Texts = ({ texts }: { texts: readonly (string | null | undefined)[] }) =>
  texts.map((text) => text && <p key={text}>{text}</p>)
