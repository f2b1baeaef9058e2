// The words of comments under a live, as viewers in the Philippines and Japan write them. Each is compared with a token
// whose repeated letters are written once, so `miiine` is `mine` and `saakin` is `sakin`.

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words that claim a piece. */
export const claimWords = wordsIn(`
  mine myne mayn mien mne minr minw mune mime minepo minena minedin akin aken akn akinpo akina akinto
  akinyan sakin saken sakn skin sakinpo sakina sakinto sakinyan grab claim`)

/** A claim in one letter. It counts only beside numbers, codes and fillers, because it is also a size and part of `p.m.` */
export const shortClaim = 'm'

/** Words beside a claim that mean nothing. */
export const fillers = wordsIn(`
  po poh pow opo na nga din rin to ito yan yang yung ung ang ng sa ate sis mam ma'am madam sir kuya mami momsh
  please pls plz this that the one for me and here host mis ms thanks ty salamat`)

/** Words that make a claim doubtful: it is taken back, refused or somebody else's. */
export const doubts = wordsIn(`
  not no dont don't cancel canceled jk joke joked undo sory pas hindi hinde hndi di dili wag
  huwag wala sana sayang balik ayaw kanino if`)

/** Words that ask. A claim beside one needs a person. */
export const questions = wordsIn(`
  how hm magkano mgkano magkanu is ba kaya available avail pila ilan who sino`)

/** Words that say that the next number is a live number. */
export const numberWords = wordsIn(`
  no nos num number numero item lot code pc piece nr`)

/** Words that say that the next number is no piece, such as a size. */
export const sizeWords = wordsIn(`
  size sz sukat サイズ php p price less add`)

/** Units after a number that make it neither a piece nor a weight. */
export const otherUnits = wordsIn(`
  mm cm in inch inches pesos peso php yen usd pm am mins min sec hrs 円 ペソ 分 時 号 歳 回 人`)

/** Units of a quantity. */
export const pieceUnits = wordsIn(`
  pcs pc pieces piraso x 個 点 本 つ`)

/** Units of a weight. */
export const weightUnits = wordsIn(`
  g gr grm gram grams gms グラム ｇ`)

/** Japanese that claims a piece, wherever it stands in the comment, because Japanese has no spaces. */
export const japaneseClaims =
  /買います|買う|買いたい|購入|ください|下さい|お願いします|おねがいします|お願い致します|私|わたし|欲しい|ほしい|もらいます|貰います|いただきます|頂きます|確保|マイン/

/** Japanese that asks for something other than the piece, or greets. */
export const japaneseRequests =
  /[てで](?:ください|下さい)|よろしく|宜しく|もう一度|もう一回|(?:値段|価格|サイズ|重さ|写真|詳細|説明|アップ|着画|送料|発送|配送)(?:を|も|の|は)?(?:お願い|おねがい|教え)|見せて|教えて|いくら/

/** Japanese that takes a claim back or asks about it. */
export const japaneseDoubts =
  /じゃない|ではない|ません|ないです|キャンセル|取り消|やめ|不要|いらない|ですか|ますか|かな|欲しかった/
