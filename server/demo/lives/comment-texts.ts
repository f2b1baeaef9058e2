// The comments of the viewers of the demo's lives, in English, Tagalog and Japanese.

/** Comments that claim the piece on show. */
export const claimsOnShow = {
  latin: [
    'mine',
    'Mine po',
    'mine 😍',
    'akin po',
    'miiine!!',
    'mine ate 🙋‍♀️',
    'sakin yan',
    'MINE',
    'mine po 🙏',
    'ᴍɪɴᴇ',
    'akin na to ✨',
    'mine na po yan please',
    'm po',
    'akin 💛',
  ],
  japanese: ['買います', 'これ買います！', '買います🙋‍♀️', 'お願いします', 'mine です'],
} as const

/** Comments that claim a piece by its number; `#` stands for it. */
export const claimsByNumber = {
  latin: ['akin #', 'mine # po', '# mine', 'mine number #', 'akin po yung #', 'Mine #!!', 'sakin # ate'],
  japanese: ['#番お願いします', '#番買います', '# mine です'],
} as const

/** Comments that claim a piece by its grams; `#` stands for them. */
export const claimsByGrams = ['#g po mine', 'mine #g', 'akin yung #g', '#g mine po ❤️'] as const

/** Claims that sound like questions. A person decides about them. */
export const unsureClaims = {
  latin: ['mine po pwede pa ba?', 'available pa? mine po'],
  japanese: ['まだありますか？買います'],
} as const

/** Comments of somebody who would have liked the piece. A person decides that they claim nothing. */
export const regrets = ['sayang mine sana kaso wala pang sweldo 😭', 'mine sana, next time na po'] as const

/** Comments that claim nothing. */
export const chatter = [
  'good evening po from Nagoya 👋',
  'so pretty 😍',
  'hello from Dubai',
  'ang ganda ✨',
  'ang kinang naman',
  'love it ❤️',
  'hi ate',
  'watching from Cebu',
  'can you show it closer',
  'ilang karat po yan?',
  'pawnable po ba?',
  'hm po?',
  'magkano po shipping to Osaka?',
  'legit ba to',
  'こんばんは',
  'きれい！',
  'もう一度見せてください',
  '送料はいくらですか',
  'may resibo po ba',
  'pa-zoom po',
  'sana all',
  'shoutout from Gunma 🙋‍♀️',
  'totoo po bang 18k',
  '❤️❤️❤️',
  '🔥',
  'grabe ang mura',
  'kakapasok ko lang',
  'suot ko na yung binili ko last time, ganda!',
  'wait lang sweldo muna 😅',
  'hulugan po pwede?',
  '素敵ですね',
  '18Kですか？',
  'sana maabutan',
  'first time here, hello',
  'salamat po, dumating na parcel',
  'paki-ulit po ang timbang',
  'pang-regalo kay nanay 🎁',
  'COD po ba?',
  'gcash po ba or bank?',
  'size 9 po meron?',
  'nakakagigil sa ganda 😂',
  'tagal ng signal ko',
  'may box po ba kasama?',
  '自分用に欲しくなる…',
  'K18刻印ありますか',
  'pabulong ng presyo 😅',
  'next na po ate',
  'yung hikaw na maliit po ulit',
] as const

/** Viewers who only talk, and where they write. */
export const onlookers = {
  Facebook: [
    'Aling Nena Batangas',
    'Dolly Sakai',
    'まりこ',
    'Mhel Dubai',
    'Jenny R.',
    'Cora & Bert',
    'Inday Saitama',
    'Virgie Nakano',
    'Tita Baby',
    'OFW Mommy',
  ],
  TikTok: ['kape_at_ginto', 'user8841207', 'nagoya.nights', 'bulaklak_22', 'ほのか'],
} as const

export const isJapaneseViewer = (viewer: string) => /[\u3040-\u30FF\u4E00-\u9FFF]/.test(viewer)
