import type { Language } from '../../../contract/shared/languages.ts'

/** The texts of the page of a tag. Only the server renders it, so browsers do not load them. */
type PieceWords = {
  description: (name: string, number: string) => string
  picture: string
  seeInShop: string
  check: (certificate: string) => string
  silent: string
  staff: string
  unknown: string
  unknownHelp: string
  hand: string
  handHelp: string
  askShop: string
}

export const pieceWords: Record<Language, PieceWords> = {
  en: {
    description: (name, number) => `${name}, piece ${number}: its gold, its weight and its stones.`,
    picture: 'Picture of the piece',
    seeInShop: 'See it in the shop',
    check: (certificate) => `Check certificate ${certificate}`,
    silent: 'This page tells nothing of where the piece is or to whom it belongs.',
    staff: 'For staff',
    unknown: 'No piece has this tag',
    unknownHelp: 'Please scan the square code on the tag again, so that the whole address is read.',
    hand: 'You hold a piece of ours?',
    handHelp: 'Tell us the number on its tag. We are glad to look it up.',
    askShop: 'Ask the shop',
  },
  tl: {
    description: (name, number) => `${name}, piyesa ${number}: ang ginto, timbang at mga bato nito.`,
    picture: 'Larawan ng piyesa',
    seeInShop: 'Tingnan sa tindahan',
    check: (certificate) => `Suriin ang sertipikong ${certificate}`,
    silent: 'Walang sinasabi ang pahinang ito tungkol sa kinaroroonan o may-ari ng piyesa.',
    staff: 'Para sa staff',
    unknown: 'Walang piyesa na may ganitong tag',
    unknownHelp: 'Paki-scan muli ang parisukat na code sa tag, upang mabasa ang buong address.',
    hand: 'May hawak ba kayong piyesa namin?',
    handHelp: 'Sabihin sa amin ang numerong nasa tag. Ikagagalak naming hanapin ito.',
    askShop: 'Magtanong sa tindahan',
  },
  ja: {
    description: (name, number) => `${name}（個体番号 ${number}）の地金、重さ、石についてご覧いただけます。`,
    picture: '品物の写真',
    seeInShop: 'ショップで見る',
    check: (certificate) => `証明書 ${certificate} を確認する`,
    silent: 'このページには、品物の所在や持ち主に関する情報はありません。',
    staff: 'スタッフ用',
    unknown: 'このタグの品はありません',
    unknownHelp: 'タグの二次元コードをもう一度読み取り、アドレス全体が読み込まれているかご確認ください。',
    hand: '当店の品をお持ちの方へ',
    handHelp: 'タグに記載の番号をお知らせください。当店でお調べいたします。',
    askShop: 'お問い合わせ',
  },
}
