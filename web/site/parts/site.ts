import { createContext, useContext } from 'react'
import { useRouteLoaderData } from 'react-router'

import type { Answer } from '../../../contract/shared/endpoint.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import { type Call, shopName } from '../../../contract/site/site.ts'
import type { Words } from '../words/words.ts'
import type { calls } from './calls.ts'

/** What every public page knows: its language, that language's words, and what whole addresses begin with. */
export type Site = { language: Language; words: Words; origin: string }

export const SiteContext = createContext<Site | null>(null)

export function useSite(): Site {
  const site = useContext(SiteContext)
  if (!site) throw new Error('There is no site around this component')
  return site
}

/** What routes are made with: the site, and how to ask the server. */
export type Pages = Site & { call: Call }

/** The key of the route that everything else is in, which loads the company profile. */
export const frameID = 'frame'

/** The company profile; null while there is none, undefined where it could not be read. */
export type Company = Answer<typeof calls.company>['data'] | undefined

export const useCompany = () => useRouteLoaderData<Company>(frameID)

/** How the shop is called. */
export const useShopName = () => useCompany()?.companyName ?? shopName
