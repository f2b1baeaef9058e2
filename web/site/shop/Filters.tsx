import { useCallback, useEffect, useRef, useState } from 'react'

import { availabilities } from '../../../contract/catalogue/shop-choices.ts'
import type { Facet, Facets } from '../../../contract/catalogue/shop.ts'
import { formatFieldText } from '../../../contract/shared/numbers.ts'
import { useDismiss } from '../frame/useDismiss.ts'
import { Cross, Sliders } from '../parts/icons.tsx'
import { formatWhole } from '../parts/numbers.ts'
import { useSite } from '../parts/site.ts'
import { type FacetName, toggleValue, withField } from './choice.ts'
import { FacetLabel } from './FacetLabel.tsx'
import { type Choosing, formID } from './ShopTools.tsx'
import { TypedField } from './TypedField.tsx'

type Properties = Choosing & { facets: Facets; total: number }

/**
 * The filters of the catalogue: a column on a wide screen, and on a phone a sheet over the page. The sheet is a
 * <details> element, which works without scripts.
 */
export function Filters({ facets, total, ...choosing }: Properties) {
  const { words } = useSite()
  const { shop, frame } = words
  const sheet = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  const close = useCallback(() => {
    if (sheet.current) sheet.current.open = false
  }, [])
  useDismiss(open, sheet, close)
  useScrollLock(open)
  return (
    <details className="filter-sheet" ref={sheet} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="btn">
        <span className="closed">
          <Sliders /> {shop.filter}
        </span>
        <span className="opened">
          <Cross /> {frame.close}
        </span>
      </summary>
      <div className="filters">
        <FacetList name="categoryID" facets={facets.categoryID} {...choosing} />
        <Karats facets={facets.karat} {...choosing} />
        <FacetList name="metal" facets={facets.metal} swatches {...choosing} />
        <FacetList name="stone" facets={facets.stone} swatches {...choosing} />
        <FacetList name="availability" facets={sortAvailabilities(facets.availability)} {...choosing} />
        <Prices {...choosing} />
        <noscript>
          <button type="submit" form={formID} className="btn">
            {shop.apply}
          </button>
        </noscript>
        <button type="button" className="btn go only-sheet" onClick={close}>
          {shop.show(total, formatWhole(total))}
        </button>
      </div>
    </details>
  )
}

type FacetProperties = Choosing & { name: FacetName; facets: Facet[]; swatches?: boolean }

function FacetList({ name, facets, swatches = false, choice, choose }: FacetProperties) {
  const { words } = useSite()
  if (facets.length === 0) return null
  return (
    <fieldset>
      <legend>{words.shop.filters[name]}</legend>
      <ul>
        {facets.map((facet) => (
          <li key={facet.value}>
            <label className={facet.count === 0 ? 'tick none' : 'tick'}>
              <input
                type="checkbox"
                form={formID}
                name={name}
                value={facet.value}
                checked={choice[name].includes(facet.value)}
                onChange={() => choose(toggleValue(choice, name, facet.value))}
              />
              {swatches && <i className="swatch" data-kind={facet.value} aria-hidden="true" />}
              <FacetLabel name={name} facet={facet} />
              <span className="num count">{formatWhole(facet.count)}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function Karats({ facets, choice, choose }: Choosing & { facets: Facet[] }) {
  const { shop } = useSite().words
  if (facets.length === 0) return null
  return (
    <fieldset>
      <legend>{shop.filters.karat}</legend>
      <ul className="karat-ticks">
        {facets.map(({ value, count }) => (
          <li key={value}>
            <label className={count === 0 ? 'hm none' : 'hm'}>
              <input
                type="checkbox"
                form={formID}
                name="karat"
                value={value}
                checked={choice.karat.includes(value)}
                onChange={() => choose(toggleValue(choice, 'karat', value))}
              />
              <span>{value}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function Prices({ choice, choose }: Choosing) {
  const { shop } = useSite().words
  const fields = [
    { name: 'minPrice', label: shop.from },
    { name: 'maxPrice', label: shop.to },
  ] as const
  return (
    <fieldset>
      <legend>{shop.filters.price}</legend>
      <div className="prices">
        {fields.map(({ name, label }) => (
          <label key={name}>
            <span className="vh">{label}</span>
            <TypedField
              className="box num"
              form={formID}
              name={name}
              inputMode="decimal"
              autoComplete="off"
              placeholder={label}
              value={formatFieldText(choice[name])}
              commit={(text) => choose(withField(choice, name, text))}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const sortAvailabilities = (facets: Facet[]) =>
  availabilities.flatMap((availability) => facets.filter(({ value }) => value === availability))

/** Stops the page from scrolling while the sheet covers it. */
function useScrollLock(open: boolean) {
  useEffect(() => {
    document.documentElement.classList.toggle('sheet-open', open)
    return () => document.documentElement.classList.remove('sheet-open')
  }, [open])
}
