import type { RevocationReason } from '../../../contract/sales/certificate-rules.ts'
import type { Language } from '../../../contract/shared/languages.ts'

/** The texts of the page that checks a certificate. Only the server renders it, so browsers do not load them. */
type CheckWords = {
  title: string
  description: string
  issued: string
  /** Says that a certificate is genuine, and when that was. */
  isOurs: (number: string, day: string, time: string) => string
  issuedAt: (day: string, shop: string, place: string) => string
  hand: string
  /** The questions about the piece, each in two parts around what is strong. */
  mark: (fineness: string | null, piece: string) => readonly (string | { strong: string })[]
  weighs: (weight: string) => readonly (string | { strong: string })[]
  looks: string
  picture: string
  differs: string
  silent: string
  revoked: string
  countsNoLonger: string
  revokedOn: (number: string, issued: string, revoked: string, reason: string) => string
  reasons: Record<RevocationReason, string>
  replaced: string
  oldPaper: string
  oldPaperHelp: string
  askShop: string
  notOurs: string
  unknown: string
  nothingHas: (code: string) => string
  codeOnPaper: string
  check: string
  still: string
  stillHelp: string
  ask: string
  askHelp: string
  tooMany: string
  tooManyHelp: string
}

export const checkWords: Record<Language, CheckWords> = {
  en: {
    title: 'Check a certificate',
    description: 'Whether a certificate of authenticity was issued by this shop, and what it states.',
    issued: 'Issued by this shop',
    isOurs: (number, day, time) =>
      `Certificate ${number} is ours and has not been revoked. Checked on ${day} at ${time}.`,
    issuedAt: (day, shop, place) => `${day} by ${shop}, ${place}`,
    hand: 'Is it the piece in your hand?',
    mark: (fineness, piece) =>
      fineness === null
        ? ['Its number is ', { strong: piece }, '.']
        : ['The mark inside says ', { strong: fineness }, ', and the number is ', { strong: piece }, '.'],
    weighs: (weight) => ['It weighs ', { strong: weight }, ', a hundredth more or less.'],
    looks: 'The stones and their setting look as they do here.',
    picture: 'Picture of the piece',
    differs: 'Something differs: ask us',
    silent: 'This page tells nothing of the price or of whom the piece belongs to.',
    revoked: 'Revoked',
    countsNoLonger: 'This certificate no longer counts',
    revokedOn: (number, issued, revoked, reason) =>
      `We issued ${number} on ${issued} and revoked it on ${revoked}${reason === '' ? '' : `: ${reason}`}.`,
    reasons: {
      changed: 'the piece was changed since',
      mistake: 'it stated something wrong',
      lost: 'the paper was lost',
      returned: 'the piece came back to us',
      other: '',
    },
    replaced: 'A new certificate took its place.',
    oldPaper: 'You hold the old paper?',
    oldPaperHelp: 'Ask the seller for the new one, or ask us. Tell us the number on the paper.',
    askShop: 'Ask the shop',
    notOurs: 'Not ours',
    unknown: 'We know no such certificate',
    nothingHas: (code) =>
      `Nothing of ours carries ${code}. Look at the paper again: its code has no O, no I, no 0 and no 1.`,
    codeOnPaper: 'Code on the paper',
    check: 'Check',
    still: 'Still nothing?',
    stillHelp: 'Then the paper is not from this shop. We are glad to look at it.',
    ask: 'Check a certificate',
    askHelp: 'Type the code at the lower edge of the paper, below the square code.',
    tooMany: 'Too many tries',
    tooManyHelp: 'Many unknown codes came from your connection. Please try again in an hour, or ask us.',
  },
  tl: {
    title: 'Suriin ang sertipiko',
    description: 'Kung inilabas ng tindahang ito ang isang sertipiko ng pagiging tunay, at ang nakasulat dito.',
    issued: 'Inilabas ng tindahang ito',
    isOurs: (number, day, time) => `Amin ang sertipikong ${number} at hindi ito binawi. Sinuri noong ${day}, ${time}.`,
    issuedAt: (day, shop, place) => `${day}, ${shop}, ${place}`,
    hand: 'Ito ba ang piyesang hawak ninyo?',
    mark: (fineness, piece) =>
      fineness === null
        ? ['Ang numero nito ay ', { strong: piece }, '.']
        : ['Ang tatak sa loob ay ', { strong: fineness }, ', at ang numero ay ', { strong: piece }, '.'],
    weighs: (weight) => ['Ang bigat nito ay ', { strong: weight }, ', higit o kulang ng ikasandaang gramo.'],
    looks: 'Ang mga bato at pagkakakabit ay kagaya ng nasa larawan.',
    picture: 'Larawan ng piyesa',
    differs: 'May naiiba: magtanong sa amin',
    silent: 'Walang sinasabi ang pahinang ito tungkol sa presyo o sa may-ari.',
    revoked: 'Binawi',
    countsNoLonger: 'Wala nang bisa ang sertipikong ito',
    revokedOn: (number, issued, revoked, reason) =>
      `Inilabas namin ang ${number} noong ${issued} at binawi noong ${revoked}${reason === '' ? '' : `: ${reason}`}.`,
    reasons: {
      changed: 'nabago na ang piyesa',
      mistake: 'may maling nakasulat dito',
      lost: 'nawala ang papel',
      returned: 'naibalik sa amin ang piyesa',
      other: '',
    },
    replaced: 'May bagong sertipikong pumalit dito.',
    oldPaper: 'Hawak ninyo ang lumang papel?',
    oldPaperHelp: 'Hingin sa nagbenta ang bago, o magtanong sa amin. Sabihin ang numerong nasa papel.',
    askShop: 'Magtanong sa tindahan',
    notOurs: 'Hindi sa amin',
    unknown: 'Wala kaming ganitong sertipiko',
    nothingHas: (code) => `Wala kaming papel na may ${code}. Tingnan muli: walang O, I, 0 at 1 ang code nito.`,
    codeOnPaper: 'Code na nasa papel',
    check: 'Suriin',
    still: 'Wala pa rin?',
    stillHelp: 'Kung gayon, hindi galing sa tindahang ito ang papel. Ikagagalak naming tingnan ito.',
    ask: 'Suriin ang sertipiko',
    askHelp: 'I-type ang code sa ibaba ng papel, sa tabi ng parisukat na code.',
    tooMany: 'Napakaraming pagsubok',
    tooManyHelp: 'Maraming di-kilalang code ang galing sa inyong koneksyon. Subukan muli pagkaraan ng isang oras.',
  },
  ja: {
    title: '証明書の確認',
    description: '品質証明書が当店の発行したものかどうか、その記載内容とあわせてご確認いただけます。',
    issued: '当店が発行した証明書です',
    isOurs: (number, day, time) => `証明書 ${number} は当店が発行したもので、有効です。確認日時：${day} ${time}`,
    issuedAt: (day, shop, place) => `${day}　${shop}、${place}`,
    hand: 'お手元の品と同じですか',
    mark: (fineness, piece) =>
      fineness === null
        ? ['番号は ', { strong: piece }, ' です。']
        : ['内側の刻印は ', { strong: fineness }, '、番号は ', { strong: piece }, ' です。'],
    weighs: (weight) => ['重さは ', { strong: weight }, '（前後0.01 g程度）です。'],
    looks: '石と石留めが、この写真のとおりです。',
    picture: '品物の写真',
    differs: '違うところがある場合はお問い合わせください',
    silent: 'このページには、価格や持ち主に関する情報はありません。',
    revoked: '取り消し済み',
    countsNoLonger: 'この証明書は無効です',
    revokedOn: (number, issued, revoked, reason) =>
      `${number} は${issued}に発行し、${revoked}に取り消しました${reason === '' ? '' : `（${reason}）`}。`,
    reasons: {
      changed: '品物に変更があったため',
      mistake: '記載に誤りがあったため',
      lost: '証明書の紛失のため',
      returned: '品物が当店に戻ったため',
      other: '',
    },
    replaced: '新しい証明書を発行しています。',
    oldPaper: '古い証明書をお持ちの方へ',
    oldPaperHelp: '新しい証明書を売主にご請求いただくか、証明書番号を添えて当店へお問い合わせください。',
    askShop: 'お問い合わせ',
    notOurs: '当店の証明書ではありません',
    unknown: '該当する証明書がありません',
    nothingHas: (code) =>
      `${code} の証明書は見つかりません。もう一度ご確認ください。コードに O、I、0、1 は使われていません。`,
    codeOnPaper: '証明書のコード',
    check: '確認する',
    still: 'それでも見つからないとき',
    stillHelp: 'その証明書は当店のものではありません。よろしければ拝見いたします。',
    ask: '証明書の確認',
    askHelp: '証明書の下端、二次元コードの下にあるコードを入力してください。',
    tooMany: '確認の回数が多すぎます',
    tooManyHelp: 'お使いの回線から多数の不明なコードが送られました。1時間ほど後にもう一度お試しください。',
  },
}
