import type { Words } from '../words.ts'

export const frame: Words['frame'] = {
  skip: '本文へ移動',
  loading: '読み込み中…',
  main: 'メインメニュー',
  language: '言語',
  menu: 'メニュー',
  more: 'その他のページ',
  home: 'ホーム',
  pages: 'ページ',
  about: '私たちについて',
  contact: 'お問い合わせ',
  products: '商品',
  services: 'サービス',
  signIn: 'ログイン',
  account: 'アカウント',
  dashboard: 'ダッシュボード',
  logout: 'ログアウト',
  close: '閉じる',
  trouble: 'ページを表示できませんでした',
  troubleHelp: '少し時間をおいて、もう一度お試しください。直らないときは、お電話やメールでお問い合わせください。',
  again: 'もう一度試す',
}
