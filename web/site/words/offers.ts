import type { Language } from '../../../contract/shared/languages.ts'

/** Offers in each language, apart from the other texts because they appear on pages of another language. */
export const offers: Record<Language, string> = {
  en: 'Read this page in English',
  tl: 'Basahin ito sa Tagalog',
  ja: 'このページを日本語で読む',
}
