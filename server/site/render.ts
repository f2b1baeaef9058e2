import { setSourceMapsSupport } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { FastifyInstance } from 'fastify'

import { checkPath } from '../../contract/sales/certificate-rules.ts'
import { pathOf } from '../../contract/shared/endpoint.ts'
import { type Language, splitAddress } from '../../contract/shared/languages.ts'
import type { Call, Render, Rendered } from '../../contract/site/site.ts'
import { pieceAddress } from '../../contract/stock/piece-codes.ts'
import { dist } from './shells.ts'

/** A rendered public page. `location` redirects to another address. */
export type Page = { status: number; html: string; location?: string }

/**
 * The address of the visitor, to which limits apply, a submitted form, URL-encoded, and the language that the browser
 * prefers.
 */
type SentBy = { address: string; form?: string; preferred?: Language }

/** Renders a public page for a path with query. Absolute addresses start with `origin`. */
export type RenderPage = (origin: string, url: string, sent?: SentBy) => Promise<Page>

/** Loads the renderer of the public pages. The renderer inserts the content of a page into the HTML shell `site`. */
export async function createPageRenderer(app: FastifyInstance, site: string): Promise<RenderPage> {
  process.env['NODE_ENV'] ??= 'production' // before React loads: its development build is half as fast
  // Stack traces of the built pages name our source files. Packages in node_modules are left out.
  setSourceMapsSupport(true, { nodeModules: false, generatedCode: false })
  const plain = withoutScripts(site)
  const { render } = (await import(pathToFileURL(join(dist, 'ssr/server.js')).href)) as { render: Render }

  return async (origin, url, sent) => {
    const { language } = splitAddress(url)
    const { address, ...more } = sent ?? {}
    const page = { url, language, origin, ...more }
    const { status, location, ...parts } = await render(page, callFrom(app, address))
    return {
      status,
      html: fillTemplate(isScannedPage(url) ? plain : site, language, parts),
      ...(location && { location }),
    }
  }
}

/**
 * Whether an address is that of a scanned code: the check of a certificate, or the piece of a tag. Such a page has no scripts
 * and is never cached.
 */
export const isScannedPage = (url: string) =>
  new RegExp(`^(?:${checkPath}(?=[/?]|$)|${pieceAddress})`).test(splitAddress(url).path)

/** Returns the shell without the scripts that would run the routes in the browser, which lack the scanned pages. */
export const withoutScripts = (site: string) =>
  site
    .replaceAll(/<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g, '')
    .replace('<!--state-->', '')

/** Returns a shell of the public pages, filled with the rendered content. */
export const fillTemplate = (
  shell: string,
  language: Language,
  { head, body, state }: Pick<Rendered, 'head' | 'body' | 'state'>,
): string =>
  shell
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('<!--head-->', () => head)
    .replace('<!--body-->', () => body)
    .replace(
      '<!--state-->',
      () => `<script id="state" type="application/json">${state.replaceAll('<', String.raw`\u003c`)}</script>`,
    )

/**
 * Returns the function by which public pages call the API, without a sign-in. For a submitted form, `remoteAddress` is
 * the visitor's address, so that limits per address apply.
 */
export const callFrom =
  (app: FastifyInstance, remoteAddress?: string): Call =>
  async (e, sent) => {
    const { query, body, ...params } = sent as { query?: Record<string, string>; body?: object }
    const response = await app.inject({
      method: e.method,
      url: pathOf(e, params),
      ...(query && { query }),
      ...(body && { payload: body }),
      ...(remoteAddress !== undefined && { remoteAddress }),
    })
    const answer = response.json()
    const { statusCode: status } = response
    if (status >= 400) throw Object.assign(new Error(answer.message), { status, errors: answer.errors })
    return answer
  }
