import type { Words } from '../words.ts'

export const contact: Words['contact'] = {
  title: 'お問い合わせ',
  description: '日本の店舗の電話番号、メールアドレス、所在地。タガログ語、英語、日本語でお答えします。',
  heading: 'お話をお聞かせください',
  lead: 'タガログ語、英語、日本語でどうぞ。思い描いているものの写真が一枚あれば、どんな書式よりよく伝わります。',
  write: 'メッセージを送る',
  writeHint: '短い文で結構です。LINE、Messenger、電話またはメールで、タガログ語、英語、日本語でお返事します。',
  answerTo: 'LINE、Messenger、電話またはメール',
  answerToMissing: 'LINE、Messenger、電話またはメールをご入力ください',
  thanksMore: 'ご指定の連絡先へお返事いたします。',
  message: 'メッセージ',
  phone: '電話',
  phoneSecondary: '電話（2）',
  email: 'メール',
  address: '所在地',
  map: '地図を開く',
  copy: 'コピー',
  copied: 'コピーしました',
  none: '電話番号と所在地は、まもなくこちらに掲載します。少しあとで、もう一度ご覧ください。',
  help: 'お知らせいただきたいこと',
  helps: [
    'コレクションの品について：商品名または商品番号',
    'オーダーメイド：お写真やスケッチ、サイズ、ご予算',
    '修理：正面と側面がはっきり写ったお写真',
    '発送：お届け先の国',
  ],
}
