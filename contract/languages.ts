/** The public site's languages; the first is the shop's own, in which items are written. */
export const languages = ['en', 'tl', 'ja'] as const
export type Language = (typeof languages)[number]

/** Into which an item's name and description can be translated. */
export const translatedLanguages = ['tl', 'ja'] as const satisfies Language[]
