/** The shop's default mark: a cut stone with an A. */
export function LogoMark({ size }: { size: number }) {
  return (
    <svg className="logo-mark" viewBox="0 0 40 40" width={size} height={size} fill="none" aria-hidden="true">
      <path d="M12 1.500h16L38.500 12v16L28 38.500H12L1.500 28V12z" strokeWidth="1.4" />
      <path d="M14.500 7.500h11l7 7v11l-7 7h-11l-7-7v-11z" strokeWidth=".9" />
      <path
        d="M1.500 12l6 2.500M12 1.500l2.500 6M28 1.500l-2.500 6M38.500 12l-6 2.500M38.500 28l-6-2.500M28 38.500l-2.500-6M12 38.500l2.500-6M1.500 28l6-2.500"
        strokeWidth=".9"
      />
      <path
        d="M14.200 26.500L20 12.800l5.800 13.700M16.300 21.800h7.400"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

type Company = { name: string; logo: string | null }

/** Shows the shop's logo, or the default mark, with its name: the first word large, the others small below. */
export function Logo({ company, size }: { company: Company; size: number }) {
  const [first = '', ...rest] = company.name.split(' ')
  return (
    <>
      {company.logo === null ? (
        <LogoMark size={size} />
      ) : (
        <img className="logo-picture" src={company.logo} width={size} height={size} alt="" />
      )}
      <span className="logo-name">
        <b>{first}</b> {rest.length > 0 && <span>{rest.join(' ')}</span>}
      </span>
    </>
  )
}
