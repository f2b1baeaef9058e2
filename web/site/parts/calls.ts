import type { shop } from '../../../contract/catalogue/shop.ts'
import type { companyProfile } from '../../../contract/company/company-profile.ts'
import type { account } from '../../../contract/people/account.ts'
import type { Endpoint } from '../../../contract/shared/endpoint.ts'

/**
 * An endpoint of the contract without its schemas, because zod is larger than all other code of the public pages. The
 * server validates every call. The compiler checks the path and the types.
 */
const declareCall = <E extends Endpoint>(method: E['method'], path: E['path']) => ({ method, path }) as E

/** The endpoints that the public pages use. */
export const calls = {
  company: declareCall<typeof companyProfile.get>('GET', '/api/v2/company-profile'),
  logout: declareCall<typeof account.logout>('POST', '/api/v1/logout'),
  items: declareCall<typeof shop.items>('GET', '/api/shop/items'),
  item: declareCall<typeof shop.item>('GET', '/api/shop/items/:id'),
  facets: declareCall<typeof shop.facets>('GET', '/api/shop/facets'),
  ask: declareCall<typeof shop.ask>('POST', '/api/shop/questions'),
  visit: declareCall<typeof shop.visit>('POST', '/api/shop/visits'),
}
