/** The public site's languages; the first is the shop's own, in which items are written. */
export const languages = ['en', 'tl', 'ja'] as const
export type Language = (typeof languages)[number]

/** Into which an item's name and description can be translated. */
export const translatedLanguages = ['tl', 'ja'] as const satisfies Language[]

/** What a language calls itself. */
export const languageNames: Record<Language, string> = { en: 'English', tl: 'Tagalog', ja: '日本語' }

/** What the back-office calls a language. */
export const englishNames: Record<Language, string> = { en: 'English', tl: 'Tagalog', ja: 'Japanese' }

export const isLanguage = (text: unknown): text is Language => languages.includes(text as Language)

/** The part of an address that says the language: none for English. */
export const prefixOf = (language: Language) => (language === 'en' ? '' : `/${language}`)

/** The address of a public page (as English has it, a query and all) in a language. */
export const addressIn = (language: Language, path: string) =>
  language === 'en' ? path : prefixOf(language) + (path === '/' ? '' : path.replace(/^\/(?=[?#])/, ''))

/** An address taken apart: its language, and the path that the page has in English. */
export function languageOf(path: string): { language: Language; path: string } {
  const [, language, rest = ''] = /^\/(tl|ja)(?=[/?#]|$)(.*)$/s.exec(path) ?? []
  if (!isLanguage(language)) return { language: 'en', path }
  return { language, path: rest.startsWith('/') ? rest : `/${rest}` }
}
