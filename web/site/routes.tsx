import { data, type RouteObject } from 'react-router'

import { productsPath, publicPaths } from '../../contract/site/site.ts'
import { Frame } from './frame/Frame.tsx'
import { AboutPage } from './pages/AboutPage.tsx'
import { contactAction, ContactPage } from './pages/ContactPage.tsx'
import { homeLoader, HomePage, NotFoundPage } from './pages/HomePage.tsx'
import { ServicesPage } from './pages/ServicesPage.tsx'
import { Trouble } from './pages/Trouble.tsx'
import { calls } from './parts/calls.ts'
import { type Company, frameID, type Pages } from './parts/site.ts'
import { askAction } from './shop/AskForm.tsx'
import { ItemPage, itemLoader } from './shop/ItemPage.tsx'
import { shopLoader, ShopPage } from './shop/ShopPage.tsx'

/**
 * The public pages with their English addresses; the router's basename is the language. The same routes run on the
 * server and in the browser. Loaders fetch the data of a page.
 */
export const routes = (pages: Pages): RouteObject[] => [
  {
    id: frameID,
    Component: Frame,
    // The pages are useful without the company's name.
    loader: (): Promise<Company> =>
      pages.call(calls.company, {}).then(
        ({ data }) => data,
        () => undefined,
      ),
    children: [
      {
        ErrorBoundary: Trouble,
        children: [
          { index: true, Component: HomePage, loader: () => homeLoader(pages) },
          { path: publicPaths.about, Component: AboutPage },
          { path: publicPaths.contact, Component: ContactPage, action: contactAction(pages) },
          { path: publicPaths.services, Component: ServicesPage },
          { path: publicPaths.shop, Component: ShopPage, loader: shopLoader(pages) },
          { path: productsPath, Component: ShopPage, loader: shopLoader(pages) },
          { path: `${publicPaths.shop}/:id`, Component: ItemPage, loader: itemLoader(pages), action: askAction(pages) },
          { path: '*', Component: NotFoundPage, loader: async () => data(await homeLoader(pages), 404) },
        ],
      },
    ],
  },
]
