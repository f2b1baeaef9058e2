/** The public site's languages. The first is the shop's own, the language of its items. */
export const languages = ['en', 'tl', 'ja'] as const
export type Language = (typeof languages)[number]

/** The languages that an item's name and description can be translated into. */
export const translatedLanguages = ['tl', 'ja'] as const satisfies Language[]

/** Each language's name in that language. */
export const languageNames: Record<Language, string> = { en: 'English', tl: 'Tagalog', ja: '日本語' }

/** Each language's name in the back-office. */
export const englishNames: Record<Language, string> = { en: 'English', tl: 'Tagalog', ja: 'Japanese' }

export const isLanguage = (text: unknown): text is Language => languages.includes(text as Language)

/** Returns the path prefix of a language; empty for English. */
export const prefixOf = (language: Language) => (language === 'en' ? '' : `/${language}`)

/** Returns the address of a public page in a language, from its English path with an optional query. */
export const publicAddress = (language: Language, path: string) =>
  language === 'en' ? path : prefixOf(language) + (path === '/' ? '' : path.replace(/^\/(?=[?#])/, ''))

/** Splits an address into its language and the page's English path. */
export function splitAddress(path: string): { language: Language; path: string } {
  const [, language, rest = ''] = /^\/(tl|ja)(?=[/?#]|$)(.*)$/s.exec(path) ?? []
  if (!isLanguage(language)) return { language: 'en', path }
  return { language, path: rest.startsWith('/') ? rest : `/${rest}` }
}
