import type { translatedLanguages } from '../../contract/shared/languages.ts'
import { formatWeight } from '../../contract/shared/quantities.ts'
import type { Kind, Metal, Piece, Stone } from './pieces.ts'

// The names and descriptions of the demo's items, in the site's three languages.

type Language = 'en' | (typeof translatedLanguages)[number]
type Words = Record<Language, string>

/** The name of each shape; `*` stands for the stone. */
const shapes: Record<Kind, Record<string, Words>> = {
  ring: {
    solitaire: { en: '* solitaire ring', tl: 'Singsing na may isang *', ja: '*ソリティアリング' },
    halo: { en: '* halo ring', tl: 'Singsing na halo, *', ja: '*ヘイローリング' },
    trilogy: { en: 'Three-stone * ring', tl: 'Singsing na may tatlong *', ja: '*スリーストーンリング' },
    baguette: { en: '* baguette ring', tl: 'Singsing na baguette, *', ja: '*バゲットリング' },
    oval: { en: 'Oval * ring', tl: 'Singsing na hugis-itlog, *', ja: 'オーバル*リング' },
    eternity: { en: '* eternity ring', tl: 'Singsing na eternity, *', ja: '*エタニティリング' },
    signet: { en: 'Signet ring', tl: 'Singsing na pantatak', ja: 'シグネットリング' },
    twist: { en: 'Twisted ring', tl: 'Singsing na pinilipit', ja: 'ツイストリング' },
    band: { en: 'Wedding band', tl: 'Singsing pangkasal', ja: 'マリッジリング' },
    duo: { en: 'Two-tone wedding band', tl: 'Singsing pangkasal, dalawang kulay', ja: 'コンビマリッジリング' },
  },
  earrings: {
    studs: { en: '* studs', tl: 'Hikaw na dikit, *', ja: '*スタッドピアス' },
    drops: { en: '* drops', tl: 'Hikaw na nakabitin, *', ja: '*ドロップピアス' },
    hoops: { en: 'Hoops', tl: 'Hikaw na bilog', ja: 'フープピアス' },
    halo: { en: '* halo earrings', tl: 'Hikaw na halo, *', ja: '*ヘイローピアス' },
  },
  pendant: {
    solitaire: { en: '* solitaire pendant', tl: 'Palawit na may isang *', ja: '*ソリティアペンダント' },
    halo: { en: '* halo pendant', tl: 'Palawit na halo, *', ja: '*ヘイローペンダント' },
    pear: { en: '* pear pendant', tl: 'Palawit na hugis-patak, *', ja: 'ペアシェイプ*ペンダント' },
    sun: {
      en: 'Araw pendant, eight rays, *',
      tl: 'Palawit na Araw, walong sinag, *',
      ja: '太陽のペンダント（八条の光）*',
    },
    bar: { en: 'Bar pendant', tl: 'Palawit na bara', ja: 'バーペンダント' },
  },
  chain: {
    curb: { en: 'Curb chain', tl: 'Kadenang curb', ja: '喜平チェーン' },
    cable: { en: 'Cable chain', tl: 'Kadenang cable', ja: 'あずきチェーン' },
    figaro: { en: 'Figaro chain', tl: 'Kadenang figaro', ja: 'フィガロチェーン' },
    beads: { en: 'Bead chain', tl: 'Kadenang butil', ja: 'ボールチェーン' },
    rope: { en: 'Rope chain', tl: 'Kadenang lubid', ja: 'ロープチェーン' },
  },
  bracelet: {
    tennis: { en: '* tennis bracelet', tl: 'Pulseras na tennis, *', ja: '*テニスブレスレット' },
    curb: { en: 'Curb bracelet', tl: 'Pulseras na curb', ja: '喜平ブレスレット' },
    pearls: { en: '* bracelet', tl: 'Pulseras na *', ja: '*ブレスレット' },
    figaro: { en: 'Figaro bracelet', tl: 'Pulseras na figaro', ja: 'フィガロブレスレット' },
  },
  bangle: {
    plain: { en: 'Plain bangle, round wire', tl: 'Payak na bangle', ja: 'プレーンバングル' },
    set: { en: '* bangle', tl: 'Bangle na may *', ja: '*バングル' },
    twist: { en: 'Twisted bangle', tl: 'Bangle na pinilipit', ja: 'ツイストバングル' },
    pair: { en: 'Pair of bangles', tl: 'Magkapares na bangle', ja: 'ペアバングル' },
    carved: { en: 'Carved bangle', tl: 'Bangle na inukit', ja: '彫りバングル' },
  },
  brooch: {
    sampaguita: { en: 'Sampaguita brooch, *', tl: 'Brotse na Sampaguita, *', ja: 'サンパギータのブローチ、*' },
    spray: { en: 'Spray brooch, *', tl: 'Brotse na sanga, *', ja: '小枝のブローチ、*' },
    moon: { en: 'Buwan brooch, *', tl: 'Brotse na Buwan, *', ja: '月のブローチ、*' },
  },
  stone: {
    round: { en: 'Loose *, round', tl: '* na bilog', ja: '*ルース（ラウンド）' },
    emerald: { en: 'Loose *, emerald cut', tl: '* na tabas-esmeralda', ja: '*ルース（エメラルドカット）' },
    oval: { en: 'Loose *, oval', tl: '* na hugis-itlog', ja: '*ルース（オーバル）' },
    pear: { en: 'Loose *, pear', tl: '* na hugis-patak', ja: '*ルース（ペア）' },
    cushion: { en: 'Loose *, cushion', tl: '* na hugis-unan', ja: '*ルース（クッション）' },
    marquise: { en: 'Loose *, marquise', tl: '* na marquise', ja: '*ルース（マーキス）' },
  },
  findings: {
    jumprings: { en: 'Jump rings', tl: 'Maliliit na argolya', ja: '丸カン' },
    clasps: { en: 'Lobster clasps', tl: 'Mga kawit', ja: 'カニカン' },
  },
}

const stones: Record<Stone, Words> = {
  none: { en: '', tl: '', ja: '' },
  diamond: { en: 'diamond', tl: 'diyamante', ja: 'ダイヤモンド' },
  emerald: { en: 'emerald', tl: 'esmeralda', ja: 'エメラルド' },
  ruby: { en: 'ruby', tl: 'rubi', ja: 'ルビー' },
  sapphire: { en: 'sapphire', tl: 'sapiro', ja: 'サファイア' },
  pearl: { en: 'Akoya pearl', tl: 'perlas na Akoya', ja: 'アコヤ真珠' },
  jade: { en: 'jade', tl: 'jade', ja: '翡翠' },
}

const metals: Record<Metal, Words> = {
  yellow: { en: 'yellow gold', tl: 'dilaw na ginto', ja: 'イエローゴールド' },
  white: { en: 'white gold', tl: 'puting ginto', ja: 'ホワイトゴールド' },
  rose: { en: 'rose gold', tl: 'rosas na ginto', ja: 'ピンクゴールド' },
}

/** A selling point of each kind, as one sentence. */
const remarks: Record<Kind, Words> = {
  ring: {
    en: 'Sized free of charge within 30 days.',
    tl: 'Libre ang pagsukat sa loob ng 30 araw.',
    ja: '30日以内のサイズ直しは無料です。',
  },
  earrings: {
    en: 'Sold as a pair, with butterfly backs in the same gold.',
    tl: 'Magkapares, may kasamang panara na gawa sa parehong ginto.',
    ja: '同じ地金のキャッチ付き、一組での販売です。',
  },
  pendant: {
    en: 'Comes with a fine cable chain of 45 cm.',
    tl: 'May kasamang manipis na kadena, 45 cm.',
    ja: '45 cmの細いあずきチェーンが付きます。',
  },
  chain: {
    en: 'Hallmarked at the clasp and weighed before your eyes.',
    tl: 'May tatak sa kawit, at tinitimbang sa harap ninyo.',
    ja: '留め具に刻印があり、目の前で計量いたします。',
  },
  bracelet: {
    en: 'Closes with a box clasp and a safety catch.',
    tl: 'May ligtas na panara.',
    ja: '中折れ式の留め具と安全金具付きです。',
  },
  bangle: {
    en: 'Polished by hand, inside and out.',
    tl: 'Pinakintab sa kamay, loob at labas.',
    ja: '内側まで手で磨き上げています。',
  },
  brooch: {
    en: 'Made one at a time at the bench, with a roller catch.',
    tl: 'Isa-isang ginagawa ng aming panday.',
    ja: '職人が一点ずつ仕上げます。',
  },
  stone: {
    en: 'Comes in a sealed box with its certificate; we set it as you wish.',
    tl: 'Nasa selyadong kahon na may sertipiko; maaari naming ilagay sa alahas.',
    ja: '鑑別書付きの封入ケースでお渡しし、お好みの枠にお留めします。',
  },
  findings: {
    en: 'For the workbench: sold by weight.',
    tl: 'Para sa mga manggagawa ng alahas: ibinebenta ayon sa timbang.',
    ja: '加工用の部材です。グラム単位で販売いたします。',
  },
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const materialOf = ({ karat, metal }: Piece, language: Language) =>
  language === 'ja' ? `${karat}${metals[metal].ja}` : `${karat} ${metals[metal][language]}`

/** Returns an item's name, such as 'Sapphire halo ring, 18K white gold'. */
export function pieceName(piece: Piece, language: Language): string {
  const shape = shapes[piece.kind][piece.style]![language].replace('*', stones[piece.stone][language])
  const details = [shape.replace(/, $/, ''), ...(piece.kind === 'stone' ? [] : [materialOf(piece, language)])]
  if (piece.size && piece.kind !== 'ring') details.push(piece.size)
  return sentence(details.join(language === 'ja' ? '、' : ', '))
}

/** Returns an item's description: material and weight, stone, and the kind's selling point. */
export function descriptionOf(piece: Piece, language: Language): string {
  const material = materialOf(piece, language)
  const stone = stones[piece.stone][language]
  const weight = formatWeight(piece.grams)
  const remark = remarks[piece.kind][language]
  if (piece.kind === 'stone') return remark
  if (piece.kind === 'findings') return `${material}${language === 'ja' ? '。' : '. '}${remark}`
  if (language === 'ja') return `${material}、約${weight}${stone && `。${stone}使用`}。${remark}`
  const set = language === 'en' ? 'set with' : 'may'
  return `${sentence(material)}, ${weight}${stone && `, ${set} ${stone}`}. ${remark}`
}

/** The names of metals and stones in the back-office. */
export const metalName = (metal: Metal) => sentence(metals[metal].en)
export const stoneName = (stone: Stone) => (stone === 'pearl' ? 'Pearl' : sentence(stones[stone].en)) || null
