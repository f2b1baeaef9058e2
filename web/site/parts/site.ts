import { createContext, useContext } from 'react'
import { useRouteLoaderData } from 'react-router'

import type { Answer } from '../../../contract/shared/endpoint.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import { type Call, shopName } from '../../../contract/site/site.ts'
import type { Words } from '../words/words.ts'
import type { calls } from './calls.ts'

/**
 * The values that every public page needs: its language, its texts, and the origin of absolute addresses. `preferred` is the
 * language that the browser asks for, on pages without scripts.
 */
export type Site = { language: Language; words: Words; origin: string; preferred?: Language | undefined }

export const SiteContext = createContext<Site | null>(null)

export function useSite(): Site {
  const site = useContext(SiteContext)
  if (!site) throw new Error('There is no site around this component')
  return site
}

/** The values from which the routes are created: the site, and the function that calls the server. */
export type Pages = Site & { call: Call }

/** The key of the root route, which loads the company profile. */
export const frameID = 'frame'

/** The company profile; null if none exists, undefined if loading failed. */
export type Company = Answer<typeof calls.company>['data'] | undefined

export const useCompany = () => useRouteLoaderData<Company>(frameID)

/** Returns the shop's name. */
export const useShopName = () => useCompany()?.companyName ?? shopName
