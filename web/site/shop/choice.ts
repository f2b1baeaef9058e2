import { karats } from '../../../contract/catalogue/karats.ts'
import { availabilities, shopSorts } from '../../../contract/catalogue/shop-choices.ts'
import { parseNumber } from '../../../contract/shared/numbers.ts'

/** The filters that accept several values. */
export const facetNames = ['categoryID', 'karat', 'metal', 'stone', 'availability'] as const
export type FacetName = (typeof facetNames)[number]

/** The user's choice in the catalogue, as its address stores it. */
export type Choice = Record<FacetName, string[]> & {
  search: string
  /** Pesos; null means no limit. */
  minPrice: number | null
  maxPrice: number | null
  sort: (typeof shopSorts)[number]
  page: number
}

/** The number of pieces on a page. 12 fills whole rows of two, three or four. */
export const pageSize = 12
const mostValues = 50
const largestKey = 2_147_483_647

/** Reads an address's query. Ignores invalid values, because people type and share addresses. */
export function parseChoice(params: URLSearchParams): Choice {
  const readValues = (name: FacetName, known: (value: string) => boolean) => [
    ...new Set(
      params
        .getAll(name)
        .flatMap((text) => text.split(','))
        .map((text) => cleanText(text, 60))
        .filter(known)
        .slice(0, mostValues),
    ),
  ]
  const [minPrice, maxPrice] = [parsePrice(params.get('minPrice')), parsePrice(params.get('maxPrice'))]
  const isReversed = minPrice !== null && maxPrice !== null && minPrice > maxPrice
  const page = Number(params.get('page'))
  return {
    search: cleanText(params.get('search') ?? '', 100),
    categoryID: readValues('categoryID', (key) => /^[1-9]\d*$/.test(key) && Number(key) <= largestKey),
    karat: readValues('karat', isOneOf(karats)),
    metal: readValues('metal', isFilled).map((metal) => metal.toLowerCase()),
    stone: readValues('stone', isFilled).map((stone) => stone.toLowerCase()),
    availability: readValues('availability', isOneOf(availabilities)),
    minPrice: isReversed ? maxPrice : minPrice,
    maxPrice: isReversed ? minPrice : maxPrice,
    sort: shopSorts.find((sort) => sort === params.get('sort')) ?? shopSorts[0],
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  }
}

/** Returns the query of a choice's address: only the differences from the whole catalogue. */
export function formatSearch(choice: Choice): string {
  const params = new URLSearchParams()
  if (choice.search !== '') params.set('search', choice.search)
  for (const name of facetNames) for (const value of choice[name]) params.append(name, value)
  if (choice.minPrice !== null) params.set('minPrice', String(choice.minPrice))
  if (choice.maxPrice !== null) params.set('maxPrice', String(choice.maxPrice))
  if (choice.sort !== shopSorts[0]) params.set('sort', choice.sort)
  if (choice.page > 1) params.set('page', String(choice.page))
  return params.size === 0 ? '' : `?${params.toString()}`
}

/** Returns the filters for the server. */
export function filtersOf(choice: Choice): Record<string, string> {
  const { search, minPrice, maxPrice } = choice
  return {
    ...(search !== '' && { search }),
    ...Object.fromEntries(
      facetNames.flatMap((name) => (choice[name].length > 0 ? [[name, choice[name].join(',')]] : [])),
    ),
    ...(minPrice !== null && { minPrice: String(minPrice) }),
    ...(maxPrice !== null && { maxPrice: String(maxPrice) }),
  }
}

/** Returns the choice of the whole catalogue, in the chosen order. */
export const withoutFilters = ({ sort }: Choice): Choice => ({ ...parseChoice(new URLSearchParams()), sort })

/** Whether any filter is active. */
export const isNarrowed = (choice: Choice) =>
  formatSearch({ ...withoutFilters(choice), sort: 'newest' }) !== formatSearch({ ...choice, sort: 'newest', page: 1 })

/** Returns the choice with a filter's value added, or removed if it was chosen. */
export const toggleValue = (choice: Choice, name: FacetName, value: string): Choice => ({
  ...choice,
  [name]: choice[name].includes(value) ? choice[name].filter((one) => one !== value) : [...choice[name], value],
  page: 1,
})

/** Returns the choice with another text in a field of the form: the search, a price limit or the order. */
export function withField(choice: Choice, name: string, text: string): Choice {
  const params = new URLSearchParams(formatSearch({ ...choice, page: 1 }))
  params.set(name, text)
  return parseChoice(params)
}

/** Removes control characters and cuts the text to the server's limit. */
const cleanText = (text: string, longest: number) =>
  text
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, longest)
    .trim()
const isFilled = (text: string) => text !== ''
const isOneOf = (all: readonly string[]) => (text: string) => all.includes(text)

function parsePrice(text: string | null): number | null {
  const price = parseNumber(text ?? '')
  if (price === null || !(price >= 0 && price <= 999_999_999)) return null
  return Math.round(price * 100) / 100
}
