import { addressIn, isLanguage, languageOf } from '../../contract/shared/languages.ts'

/**
 * Where an address of the public pages leads instead: `?lang=ja` to the same page under /ja, whatever language it was
 * asked for in; one with slashes too many to the page's own address, for good. Null where it stands.
 */
export function movedTo(url: string): { location: string; status: 301 | 302 } | null {
  // Begun with a single slash, here and in the answer: two would lead to another host.
  const parsed = URL.parse(url.replace(/^[/\\]+/, '/'), 'http://localhost')
  if (!parsed) return null
  const { pathname, searchParams } = parsed
  const { language, path } = languageOf(pathname)
  const own = `/${path.replaceAll(/^\/+|\/+$/g, '')}`
  const asked = searchParams.get('lang')
  if (!isLanguage(asked)) {
    const location = addressIn(language, own)
    return location === pathname ? null : { location: location + parsed.search, status: 301 }
  }
  searchParams.delete('lang')
  const rest = searchParams.size > 0 ? `?${searchParams.toString()}` : ''
  return { location: addressIn(asked, own) + rest, status: 302 }
}
