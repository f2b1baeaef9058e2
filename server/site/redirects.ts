import { publicAddress, isLanguage, splitAddress } from '../../contract/shared/languages.ts'

/**
 * Returns the redirect of a public address, or null when it needs none. `?lang=ja` leads to the same page under /ja. An
 * address with extra slashes leads permanently to the address without them.
 */
export function findRedirect(url: string): { location: string; status: 301 | 302 } | null {
  // Several leading slashes become one, because browsers read //name as the address of another host.
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
