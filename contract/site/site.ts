import type { ShownOrder } from '../order-page/order-page.ts'
import type { Answer, Endpoint, Sent } from '../shared/endpoint.ts'
import type { Language } from '../shared/languages.ts'

/** The shop's name while the company profile does not exist. */
export const shopName = 'Alahas'
/** Returns the copyright notice of the public pages and of the sign-in. The product's decisions fix its year. */
export const copyrightNotice = (companyName: string) => `© 2024 ${companyName}. All rights reserved.`

/** The function by which public pages call the API: over HTTP in the browser, in process on the server. */
export type Call = <E extends Endpoint>(e: E, sent: Sent<E>) => Promise<Answer<E>>

/** A rendered public page. `location` is the target of a redirect. */
export type Rendered = {
  status: number
  location?: string
  head: string
  body: string
  /** The state for the browser's hydration, as JSON. */
  state: string
}

/**
 * The render function of the public pages' server bundle. `url` is the requested path and query. `origin` is the prefix
 * of absolute addresses (https://shop.example). `form` is the encoded form that a browser without scripts posted.
 * `preferred` is the language that the browser asks for, on pages that the server alone renders.
 */
export type Render = (
  page: { url: string; language: Language; origin: string; form?: string; preferred?: Language },
  call: Call,
) => Promise<Rendered>

/** Renders the page of a buyer's order, or the form that opens it. */
export type RenderOrder = (
  page: { language: Language; origin: string; shown: ShownOrder },
  call: Call,
) => Promise<Pick<Rendered, 'head' | 'body'>>

/** The English addresses of the public pages. Addresses in the other languages begin with /tl or /ja. */
export const publicPaths = {
  home: '/',
  about: '/about',
  contact: '/contact',
  services: '/services',
  shop: '/shop',
} as const

/** The path of the header's Products link. It shows the shop page, whose own path is the canonical one. */
export const productsPath = '/product'

/** Returns the canonical path of a page, from its English path. */
export const canonicalPathOf = (path: string) => (path === productsPath ? publicPaths.shop : path)

/** Returns the English path of an item's public page. */
export const itemPathOf = (itemID: number) => `${publicPaths.shop}/${itemID}`

/** Returns the key of the item whose public page has this English path; null for other pages. */
export function itemOfPath(path: string): number | null {
  const key = /^\/shop\/([1-9]\d{0,9})$/.exec(path)?.[1]
  return key === undefined || Number(key) > 2_147_483_647 ? null : Number(key)
}
