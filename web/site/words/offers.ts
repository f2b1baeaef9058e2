import type { Language } from '../../../contract/shared/languages.ts'

/**
 * The offer to read a page in a language, written in that language. The offers are separate from the other texts,
 * because they appear on pages in another language.
 */
export const offers: Record<Language, string> = {
  en: 'Read this page in English',
  tl: 'Basahin ito sa Tagalog',
  ja: 'このページを日本語で読む',
}
