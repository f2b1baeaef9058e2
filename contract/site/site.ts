import type { Answer, Endpoint, Sent } from '../shared/endpoint.ts'
import type { Language } from '../shared/languages.ts'

/** What the shop is called until its company profile says otherwise. */
export const shopName = 'Alahas'

/** How the public pages fetch: over HTTP in the browser, straight into the app on the server. */
export type Call = <E extends Endpoint>(e: E, sent: Sent<E>) => Promise<Answer<E>>

/** A public page as it was rendered. `location`: it is elsewhere. */
export type Rendered = {
  status: number
  location?: string
  head: string
  body: string
  /** What the browser goes on with, as JSON. */
  state: string
}

/**
 * What the built server bundle of the public pages offers. `url` is the path and query as asked for, `origin` what
 * addresses begin with that must be whole (https://shop.example). `form`: what was sent to it, as the page's form
 * encodes it, where the browser runs no scripts.
 */
export type Render = (
  page: { url: string; language: Language; origin: string; form?: string },
  call: Call,
) => Promise<Rendered>

/** The public pages' addresses in English; the other languages' begin with /tl and /ja. */
export const publicPaths = {
  home: '/',
  about: '/about',
  contact: '/contact',
  services: '/services',
  shop: '/shop',
} as const

/** Where the header's Products leads: the shop again, whose own address search engines are told. */
export const productsPath = '/product'

/** The address by which a page (as English has it) is known, where it has two. */
export const ownPath = (path: string) => (path === productsPath ? publicPaths.shop : path)

/** The address of an item's public page. */
export const itemPath = (itemID: number) => `${publicPaths.shop}/${itemID}`

/** The key of the item whose public page, in English, has this address; null where it is no item's. */
export function itemOfPath(path: string): number | null {
  const key = /^\/shop\/([1-9]\d{0,9})$/.exec(path)?.[1]
  return key === undefined || Number(key) > 2_147_483_647 ? null : Number(key)
}
