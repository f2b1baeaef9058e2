import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { FastifyInstance } from 'fastify'

import { pathOf } from '../../contract/shared/endpoint.ts'
import { type Language, languageOf } from '../../contract/shared/languages.ts'
import type { Call, Render, Rendered } from '../../contract/site/site.ts'
import { dist } from './shells.ts'

/** A public page as it is sent. `location`: it is elsewhere. */
export type Page = { status: number; html: string; location?: string }

/** What a form of the page sent, as it is encoded, and from which address. */
type SentForm = { form: string; address: string }

/** Draws a public page: the path and query asked for, with whole addresses beginning with `origin`. */
export type Draw = (origin: string, url: string, sent?: SentForm) => Promise<Page>

/** Loads what renders the public pages into `site`, their shell. */
export async function drawer(app: FastifyInstance, site: string): Promise<Draw> {
  process.env['NODE_ENV'] ??= 'production' // before React loads: its development build is half as fast
  const { render } = (await import(pathToFileURL(join(dist, 'ssr/server.js')).href)) as { render: Render }

  return async (origin, url, sent) => {
    const { language } = languageOf(url)
    const page = { url, language, origin, ...(sent && { form: sent.form }) }
    const { status, location, ...parts } = await render(page, callFrom(app, sent?.address))
    return { status, html: fillTemplate(site, language, parts), ...(location && { location }) }
  }
}

/** A shell of the public pages with what was rendered in it. */
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

/** How the public pages call: through the API, as a stranger; from the visitor's address where one sends something. */
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
