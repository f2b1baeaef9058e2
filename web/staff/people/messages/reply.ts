import type { QuestionRow } from '../../../../contract/people/questions.ts'
import type { Language } from '../../../../contract/shared/languages.ts'

/** The subject of a reply, in the language of the question. */
const subjects: Record<Language, { piece: (name: string) => string; shop: (name: string) => string }> = {
  en: { piece: (name) => `Your question about ${name}`, shop: (name) => `Your question to ${name}` },
  tl: { piece: (name) => `Ang inyong tanong tungkol sa ${name}`, shop: (name) => `Ang inyong tanong sa ${name}` },
  ja: { piece: (name) => `「${name}」についてのお問い合わせ`, shop: (name) => `${name}へのお問い合わせ` },
}

/** Returns the mailto: address of a reply, with a subject in the visitor's language. */
export function replyAddressOf(
  { email, item, language }: Pick<QuestionRow, 'email' | 'item' | 'language'>,
  companyName: string,
): string {
  const { piece, shop } = subjects[language]
  const subject = item ? piece(item.translatedName ?? item.itemName) : shop(companyName)
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}`
}
