import { shopName } from '../../../contract/site/site.ts'
import type { Company } from './site.ts'

/** Returns the shop's facts for search engines (schema.org). `address` has the shop's URL and picture. */
export const describeShop = (company: Company, address: { url: string; image: string }) => ({
  '@type': 'JewelryStore',
  '@id': `${address.url}#shop`,
  ...address,
  name: company?.companyName ?? shopName,
  ...(company && {
    telephone: company.companyPhone,
    email: company.companyEmail,
    ...(company.companyAddress && { address: company.companyAddress }),
    ...(company.image_url && { logo: new URL(company.image_url, address.url).href }),
    sameAs: [company.instagram, company.facebook, company.tiktok, company.lineapp].filter(Boolean),
  }),
  currenciesAccepted: 'PHP',
  knowsLanguage: ['en', 'tl', 'ja'],
})
