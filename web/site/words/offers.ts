import type { Language } from '../../../contract/shared/languages.ts'

/** Read on pages in the other languages, and therefore with none of them. */
export const offers: Record<Language, string> = {
  en: 'Read this page in English',
  tl: 'Basahin ito sa Tagalog',
  ja: 'このページを日本語で読む',
}
