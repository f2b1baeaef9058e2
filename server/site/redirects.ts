import { publicAddress, isLanguage, splitAddress } from '../../contract/shared/languages.ts'

/**
 * Returns the redirect of a public address, or null where it needs none. `?lang=ja` leads to the same page under /ja.
 * Extra slashes lead permanently to the page's own address.
 */
export function findRedirect(url: string): { location: string; status: 301 | 302 } | null {
  // One leading slash, in the request and in the redirect: two would lead to another host.
  const parsed = URL.parse(url.replace(/^[/\\]+/, '/'), 'http://localhost')
  if (!parsed) return null
  const { pathname, searchParams } = parsed
  const { language, path } = splitAddress(pathname)
  const own = `/${path.replaceAll(/^\/+|\/+$/g, '')}`
  const asked = searchParams.get('lang')
  if (!isLanguage(asked)) {
    const location = publicAddress(language, own)
    return location === pathname ? null : { location: location + parsed.search, status: 301 }
  }
  searchParams.delete('lang')
  const rest = searchParams.size > 0 ? `?${searchParams.toString()}` : ''
  return { location: publicAddress(asked, own) + rest, status: 302 }
}
