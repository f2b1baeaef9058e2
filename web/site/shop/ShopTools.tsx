import { useHref } from 'react-router'

import { shopSorts } from '../../../contract/catalogue/shop-choices.ts'
import { publicPaths } from '../../../contract/site/site.ts'
import { MagnifyingGlass } from '../parts/icons.tsx'
import { useSite } from '../parts/site.ts'
import { type Choice, parseChoice, withField } from './choice.ts'
import { TypedField } from './TypedField.tsx'

/** The id of the form that contains the search, the order and every filter. Without scripts the browser submits it. */
export const formID = 'filters'

export type Choosing = { choice: Choice; choose: (next: Choice) => void }

/** The search and the order of the catalogue. */
export function ShopTools({ choice, choose }: Choosing) {
  const { shop } = useSite().words
  const here = useHref(publicPaths.shop)
  return (
    <search className="tools">
      <form
        id={formID}
        action={here}
        onSubmit={(event) => {
          event.preventDefault()
          const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [
            name,
            typeof value === 'string' ? value : '',
          ])
          choose(parseChoice(new URLSearchParams(fields)))
        }}
      />
      <div className="box look">
        <button type="submit" form={formID} aria-label={shop.look}>
          <MagnifyingGlass />
        </button>
        <TypedField
          form={formID}
          type="search"
          name="search"
          aria-label={shop.search}
          placeholder={shop.search}
          maxLength={100}
          enterKeyHint="search"
          value={choice.search}
          commit={(search) => choose(withField(choice, 'search', search))}
        />
      </div>
      <select
        className="box"
        form={formID}
        name="sort"
        aria-label={shop.sort}
        value={choice.sort}
        onChange={(event) => choose(withField(choice, 'sort', event.target.value))}
      >
        {shopSorts.map((sort) => (
          <option key={sort} value={sort}>
            {shop.sorts[sort]}
          </option>
        ))}
      </select>
    </search>
  )
}
