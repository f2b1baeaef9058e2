import type { Language } from '../shared/languages.ts'
import type { RejectReason } from './proof-rules.ts'

const sentences: Record<Language, Record<Exclude<RejectReason, 'own_words'>, string>> = {
  en: {
    not_seen_yet:
      'We do not see this payment in our account yet. If it was sent, please send the receipt again tomorrow.',
    reference_not_found: 'We do not find this reference in our account. Please check the number and send it again.',
    amount_differs: 'The amount in our account is not the one that you sent us. Please check it and send it again.',
    unreadable: 'We cannot read this receipt. Please send a picture that shows the amount, the day and the reference.',
    used_before: 'This receipt was used for an earlier payment. Please send the receipt of this payment.',
  },
  tl: {
    not_seen_yet:
      'Hindi pa po namin nakikita ang bayad na ito sa aming account. Kung naipadala na, pakipadala po ulit ang resibo bukas.',
    reference_not_found:
      'Hindi po namin makita ang reference na ito sa aming account. Pakitingnan po ang numero at ipadala ulit.',
    amount_differs:
      'Iba po ang halagang pumasok sa aming account sa ipinadala ninyo. Pakitingnan po ito at ipadala ulit.',
    unreadable:
      'Hindi po namin mabasa ang resibong ito. Magpadala po ng larawang kita ang halaga, ang araw at ang reference.',
    used_before: 'Nagamit na po ang resibong ito sa naunang bayad. Pakipadala po ang resibo ng bayad na ito.',
  },
  ja: {
    not_seen_yet: 'このご入金はまだ当店の口座で確認できません。送金済みの場合は、明日もう一度控えをお送りください。',
    reference_not_found: 'この取引番号は当店の口座に見当たりません。番号をお確かめのうえ、もう一度お送りください。',
    amount_differs:
      '当店の口座に入った金額が、お知らせいただいた金額と異なります。お確かめのうえ、もう一度お送りください。',
    unreadable: 'この控えを読み取れません。金額・日付・取引番号が写った画像をお送りください。',
    used_before: 'この控えは以前のお支払いに使われています。今回のお支払いの控えをお送りください。',
  },
}

/** Returns the sentence that a buyer reads about a rejected proof. `words` are a person's own, as they typed them. */
export const describeRejection = (reason: RejectReason, words: string | null, language: Language): string =>
  reason === 'own_words' ? (words ?? '') : sentences[language][reason]
