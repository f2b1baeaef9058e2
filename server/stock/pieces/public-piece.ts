import { and, asc, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { hallmarkOf } from '../../../contract/catalogue/metal.ts'
import type { Language } from '../../../contract/shared/languages.ts'
import { formatWeight } from '../../../contract/shared/quantities.ts'
import { recordPathOf, screens } from '../../../contract/shared/screens.ts'
import { itemPathOf } from '../../../contract/site/site.ts'
import { readSettings } from '../../company/settings.ts'
import { item, itemImage, itemTranslation } from '../../db/schema/catalogue.ts'
import { piece, scanCode } from '../../db/schema/pieces.ts'
import type { Db, Tx } from '../../kernel/database.ts'

// The page behind the QR of a tag. It shows a visitor the facts of one piece, and never its price, its place or who bought
// it. It has no script, because sign-in lives in the back-office: a link leads staff to the piece there.

const words: Record<
  Language,
  Record<'weight' | 'net' | 'metal' | 'certificate' | 'shop' | 'staff' | 'unknown', string>
> = {
  en: {
    weight: 'Weight',
    net: 'Net weight',
    metal: 'Gold',
    certificate: 'Certificate',
    shop: 'See it in the shop',
    staff: 'For staff',
    unknown: 'No piece has this tag.',
  },
  tl: {
    weight: 'Timbang',
    net: 'Netong timbang',
    metal: 'Ginto',
    certificate: 'Sertipiko',
    shop: 'Tingnan sa tindahan',
    staff: 'Para sa staff',
    unknown: 'Walang piyesa na may ganitong tag.',
  },
  ja: {
    weight: '重さ',
    net: '正味重量',
    metal: '地金',
    certificate: '鑑定書',
    shop: 'ショップで見る',
    staff: 'スタッフ用',
    unknown: 'このタグの品はありません。',
  },
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'"

export async function publicPiecePage(app: FastifyInstance) {
  app.get<{ Params: { code: string } }>('/p/:code', async ({ params: { code }, headers }, reply) => {
    const language = chooseLanguage(headers['accept-language'])
    const found = await findPublicPiece(app.db, code, language)
    const { companyName } = await readSettings(app.db)
    reply.code(found ? 200 : 404).headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      vary: 'accept-language',
      'x-robots-tag': 'noindex',
    })
    return drawPage(companyName, language, found)
  })
}

const chooseLanguage = (accepted = ''): Language =>
  /^ja\b/i.test(accepted) ? 'ja' : /^(?:tl|fil)\b/i.test(accepted) ? 'tl' : 'en'

/** Finds the piece with this tag. A number or a barcode does not open the page, because both can be guessed. */
async function findPublicPiece(db: Db | Tx, code: string, language: Language) {
  if (!/^[a-z0-9]{10}$/i.test(code)) return null
  const [found] = await db
    .select({
      pieceID: piece.pieceID,
      number: piece.number,
      grams: sql<number>`coalesce(${piece.grams}, ${item.grams})`.mapWith(Number),
      netGrams: piece.netGrams,
      certificateNumber: piece.certificateNumber,
      laboratory: piece.laboratory,
      itemID: item.itemID,
      itemName: sql<string>`coalesce(${itemTranslation.itemName}, ${item.itemName})`,
      karat: item.karat,
      isOnSite: sql<boolean>`(${item.status} and ${item.onSite})`,
    })
    .from(scanCode)
    .innerJoin(piece, eq(piece.pieceID, scanCode.pieceID))
    .innerJoin(item, eq(item.itemID, piece.itemID))
    .leftJoin(
      itemTranslation,
      and(eq(itemTranslation.itemID, item.itemID), sql`${itemTranslation.language} = ${language}`),
    )
    .where(and(eq(scanCode.code, code.toLowerCase()), sql`lower(${piece.code}) = ${scanCode.code}`))
  if (!found) return null
  const [picture] = await db
    .select({ url: itemImage.url })
    .from(itemImage)
    .where(eq(itemImage.itemID, found.itemID))
    .orderBy(asc(itemImage.position), asc(itemImage.imageID))
    .limit(1)
  return { ...found, picture: picture?.url ?? null }
}

function drawPage(shop: string, language: Language, found: Awaited<ReturnType<typeof findPublicPiece>>): string {
  const text = words[language]
  const title = found ? `${found.itemName} ${found.number}` : text.unknown
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
<style>:root{color-scheme:light dark}body{max-width:34em;margin:6vh auto;padding:0 24px;font:17px/1.6 system-ui,sans-serif}
img{display:block;width:100%;height:auto;border-radius:8px}dl{display:grid;grid-template-columns:auto 1fr;gap:4px 20px}dd{margin:0}
a{display:inline-block;min-height:44px;line-height:44px;color:inherit}</style></head>
<body><main><p>${escapeText(shop)}</p>${found ? drawFacts(text, found) : `<p role="status">${text.unknown}</p>`}</main></body></html>`
}

function drawFacts(text: (typeof words)[Language], found: NonNullable<Awaited<ReturnType<typeof findPublicPiece>>>) {
  const { itemName, number, karat, grams, netGrams, laboratory, certificateNumber, picture } = found
  const facts = [
    karat && [text.metal, hallmarkOf(karat)],
    grams > 0 && [text.weight, formatWeight(grams)],
    netGrams !== null && [text.net, formatWeight(netGrams)],
    certificateNumber !== null && [text.certificate, [laboratory, certificateNumber].filter(Boolean).join(' ')],
  ].flatMap((fact) => (fact ? [fact as [string, string]] : []))
  return `<h1>${escapeText(itemName)}</h1><p>${escapeText(number)}</p>
${picture ? `<img src="${escapeText(picture)}" alt="${escapeText(itemName)}" width="640" height="640">` : ''}
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeText(value)}</dd>`).join('')}</dl>
<p>${found.isOnSite ? `<a href="${itemPathOf(found.itemID)}">${text.shop}</a>` : ''}</p>
<p><a href="${recordPathOf(screens.pieces, found.pieceID)}">${text.staff}</a></p>`
}

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
