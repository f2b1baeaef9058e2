import type { ItemRow } from '../../../contract/catalogue/items.ts'
import { englishNames, translatedLanguages } from '../../../contract/shared/languages.ts'

type Translations = ItemRow['translations']

/** An item's words as its form has them: an entry for every language, empty where there are none. */
export const everyLanguage = (translations: Translations): Translations =>
  translatedLanguages.map(
    (language) =>
      translations.find((one) => one.language === language) ?? { language, itemName: null, description: null },
  )

/** The same in one text, for telling two versions apart. */
export const inWords = (translations: Translations) =>
  translations
    .map(({ language, itemName, description }) => [englishNames[language], itemName, description] as const)
    .filter(([, ...words]) => words.some(Boolean))
    .map(([language, ...words]) => `${language}: ${words.filter(Boolean).join(' · ')}`)
    .join(', ')
