import { noStone } from '../../../contract/catalogue/shop-choices.ts'
import type { Facet } from '../../../contract/catalogue/shop.ts'
import { useSite } from '../parts/site.ts'
import { Term } from '../parts/Term.tsx'
import type { FacetName } from './choice.ts'

/** The label of a filter's value in the page's language. */
export function FacetLabel({ name, facet }: { name: FacetName; facet: Facet }) {
  const { shop } = useSite().words
  if (name === 'karat') return facet.value
  if (name === 'availability') return shop.availability[facet.value as keyof typeof shop.availability]
  if (name === 'stone' && facet.value === noStone) return shop.noStone
  if (facet.nameLanguage !== undefined) return facet.name
  return <Term text={facet.name} />
}
