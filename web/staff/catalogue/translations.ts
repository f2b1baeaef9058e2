import type { ItemRow } from '../../../contract/catalogue/items.ts'
import { englishNames, translatedLanguages } from '../../../contract/shared/languages.ts'

type Translations = ItemRow['translations']

/** Returns the form's translations: one entry per language, with null for missing texts. */
export const completeTranslations = (translations: Translations): Translations =>
  translatedLanguages.map(
    (language) =>
      translations.find((one) => one.language === language) ?? { language, itemName: null, description: null },
  )

/** Describes translations in one text, to compare two versions. */
export const describeTranslations = (translations: Translations) =>
  translations
    .map(({ language, itemName, description }) => [englishNames[language], itemName, description] as const)
    .filter(([, ...words]) => words.some(Boolean))
    .map(([language, ...words]) => `${language}: ${words.filter(Boolean).join(' · ')}`)
    .join(', ')
