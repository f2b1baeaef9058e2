import type { shop } from '../../../contract/catalogue/shop.ts'
import type { companyProfile } from '../../../contract/company/company-profile.ts'
import type { account } from '../../../contract/people/account.ts'
import type { Endpoint } from '../../../contract/shared/endpoint.ts'

/**
 * An endpoint of the contract by its name alone. Its schemas stay with the server, which checks everything anyway: with
 * zod they would weigh more than all the code of these pages. The types are the contract's, and a wrong path is an error.
 */
const named = <E extends Endpoint>(method: E['method'], path: E['path']) => ({ method, path }) as E

/** What the public pages ask the server. */
export const calls = {
  company: named<typeof companyProfile.get>('GET', '/api/v2/company-profile'),
  logout: named<typeof account.logout>('POST', '/api/v1/logout'),
  items: named<typeof shop.items>('GET', '/api/shop/items'),
  item: named<typeof shop.item>('GET', '/api/shop/items/:id'),
  facets: named<typeof shop.facets>('GET', '/api/shop/facets'),
  ask: named<typeof shop.ask>('POST', '/api/shop/questions'),
  visit: named<typeof shop.visit>('POST', '/api/shop/visits'),
}
