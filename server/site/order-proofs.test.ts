// Proves how a buyer reports a payment on the page of an order and takes a report back: what is stored, what the page then
// says, and each refusal with a sentence and nothing stored.
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'

import { orderPath, proofPath } from '../../contract/order-page/order-page.ts'
import { addDays } from '../../contract/shared/dates.ts'
import { languages, publicAddress } from '../../contract/shared/languages.ts'
import { blackPng } from '../../tests/support/hostile-pictures.ts'
import { proofShop } from '../../tests/support/order-proofs.ts'
import { notification } from '../db/schema/messages.ts'
import { payAccount } from '../db/schema/money.ts'
import { paymentProof, proofFile } from '../db/schema/proofs.ts'
import { sale } from '../db/schema/sales.ts'
import { audit } from '../db/schema/shared.ts'
import { privateFilesOf } from '../files/private-files.ts'
import { readPicture } from '../files/store.ts'

const { db, pictureStore, as, users, makeSale, openSale, get, send, withdraw, proofsOf, picture, today, mainOf } =
  await proofShop()

beforeEach(async () => {
  await db.update(payAccount).set({ status: false, position: null })
})

const stored = async () => [await db.$count(paymentProof), await db.$count(proofFile), await db.$count(audit)]

test('stores what was typed and the picture without its metadata, tells staff, and lowers no balance', async () => {
  const { id, cookie } = await openSale()
  const upright = await sharp({ create: { width: 300, height: 500, channels: 3, background: 'white' } })
    .withExif({ IFD0: { Artist: 'Ana at home' }, IFD3: { GPSLatitude: '14/1 35/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()
  expect(upright.toString('latin1')).toContain('Ana at home')
  const sent = await send(
    cookie,
    { amount: '１，２３４．５０', reference: ' 1001-5436 ', day: addDays(today, -1) },
    { files: [upright] },
  )
  expect([sent.statusCode, sent.headers.location]).toEqual([303, `${orderPath}#sent`])
  expect(sent.headers['cache-control']).toBe('no-store')
  const [proof] = await proofsOf(id)
  expect(proof).toMatchObject({
    status: 'Sent',
    language: 'en',
    amount: 1234.5,
    day: addDays(today, -1),
    reference: '1001-5436',
    payAccountID: null,
    heldUntil: null,
  })
  const [file] = await db.select().from(proofFile).where(eq(proofFile.proofID, proof!.proofID))
  expect(file).toMatchObject({ position: 1, format: 'JPEG', width: 300, height: 500 })
  const bytes = await readPicture(privateFilesOf(pictureStore), file!.file!)
  const metadata = await sharp(bytes!).metadata()
  expect([metadata.format, metadata.exif, metadata.width]).toEqual(['webp', undefined, 300])
  expect(bytes!.toString('latin1')).not.toMatch(/Ana at home|GPS/)
  // No public address leads to it.
  expect((await get(`/pictures/${file!.file}`)).statusCode).toBe(404)

  const [row] = await db.select().from(sale).where(eq(sale.salesTransactionID, id))
  expect([row!.amountPaid, row!.status]).toEqual([2_250, 'Processing'])
  const messages = await db.select().from(notification).where(eq(notification.kind, 'proofSent'))
  expect(messages.map(({ userID }) => userID)).toContain(users.get(3))
  expect(messages[0]).toMatchObject({ entity: 'paymentProof', entityID: proof!.proofID })
  expect(messages[0]!.message).toContain('₱1,234.50')
  const rows = await db.select().from(audit).where(eq(audit.entity, 'paymentProof'))
  expect(rows).toMatchObject([{ action: 'create', userID: null, after: { number: `P-${proof!.proofID}`, files: 1 } }])

  const main = mainOf((await get(orderPath, { cookie })).body)
  expect(main).toMatch(/Waiting to be checked.*?₱1,234\.50/s)
  expect(main).toContain('Then ₱8,765.50 of this payment remains.')
  expect(main).toMatch(/<dt>Still to pay<\/dt><dd>₱10,000\.00<\/dd>/)
  expect(main).toMatch(/<dt>Paid<\/dt><dd>₱2,250\.00<\/dd>/)
  expect(main).toMatch(/<li class="waiting">.*?You sent a payment/s)
  // The next proof is expected over what then remains.
  expect(main).toContain('value="8,765.50"')
})

test.each([
  ['tl', 'Nakapagbayad na ako', 'Ilagay po ang halagang ibinayad ninyo.', 'Naghihintay na matingnan'],
  ['ja', 'お支払いのご連絡', 'お支払いの金額を入力してください。', '確認待ち'],
] as const)('speaks %s in the form, in its sentences and afterwards', async (language, title, missing, waiting) => {
  const { id, cookie } = await openSale()
  expect((await get(publicAddress(language, orderPath), { cookie })).body).toContain(title)
  const refused = await send(cookie, { amount: '' }, { language })
  expect([refused.statusCode, refused.body.includes(missing)]).toEqual([422, true])
  const sent = await send(cookie, {}, { language })
  expect([sent.statusCode, sent.headers.location]).toEqual([303, `${publicAddress(language, orderPath)}#sent`])
  expect((await get(publicAddress(language, orderPath), { cookie })).body).toContain(waiting)
  expect(await proofsOf(id)).toMatchObject([{ language }])
})

const large = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(9 * 2 ** 20)])
const pdf = (inside = '') => Buffer.from(`%PDF-1.4\n${inside}\n%%EOF\n`)
const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic0000mif1heic')])
const good = await picture()

test.each<[string, object, Buffer[], number, string]>([
  ['no amount', { amount: ' ' }, [good], 422, 'Enter the amount that you paid.'],
  ['an amount in words', { amount: 'all' }, [good], 422, 'Enter the amount in pesos, such as 12,000.00.'],
  ['no day', { day: '' }, [good], 422, 'Enter the day on which you paid.'],
  ['a day to come', { day: addDays(today, 1) }, [good], 422, 'This day has not come yet.'],
  ['a day long ago', { day: '2020-01-01' }, [good], 422, 'This day is long ago. Please ask the shop.'],
  ['no reference', { reference: '' }, [good], 422, 'Enter the reference that stands on the receipt.'],
  ['half a reference', { reference: '-1-2-' }, [good], 422, 'at least three letters or digits'],
  ['a long reference', { reference: '1'.repeat(61) }, [good], 422, 'at most 60 characters'],
  ['no picture', {}, [], 422, 'Add a picture of the receipt.'],
  ['six pictures', {}, Array<Buffer>(6).fill(good), 422, 'Send at most five pictures at once.'],
  ['seven pictures', {}, Array<Buffer>(7).fill(good), 422, 'Send at most five pictures at once.'],
  ['nine megabytes', {}, [large], 413, 'A picture may have at most 8 MB.'],
  ['an empty file', {}, [good, Buffer.alloc(0)], 422, 'This picture is empty.'],
  ['a picture of Apple', {}, [heic], 422, 'Send a screenshot or JPEG.'],
  ['SVG', {}, [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')], 422, 'Send a picture as JPEG, PNG or WebP'],
  ['HTML', {}, [Buffer.from('<!doctype html><script>alert(1)</script>')], 422, 'Send a picture as JPEG, PNG or WebP'],
  ['half a picture', {}, [good.subarray(0, good.length / 2)], 422, 'We cannot open this picture.'],
  ['a picture in name only', {}, [Buffer.from('ffd8ffe000104a464946', 'hex')], 422, 'We cannot open this picture.'],
  ['a hundred megapixels', {}, [blackPng(20_000, 10_000)], 422, 'We cannot open this picture.'],
  ['a PDF with a program', {}, [pdf('/JavaScript (app.alert(1))')], 422, 'We cannot take this PDF.'],
  ['a PDF that is HTML', {}, [pdf('<script>alert(1)</script>')], 422, 'We cannot take this PDF.'],
  [
    'a PDF with an archive',
    {},
    [Buffer.concat([pdf(), Buffer.from('PK\u0003\u0004')])],
    422,
    'We cannot take this PDF.',
  ],
])(
  'refuses %s with a sentence, keeps what was typed, and stores nothing',
  async (_, typed, files, status, sentence) => {
    const { cookie } = await openSale()
    const before = await stored()
    const refused = await send(cookie, { reference: '7788<b>', ...typed, key: 'key-1' }, { files })
    expect(refused.statusCode).toBe(status)
    const main = mainOf(refused.body)
    expect(main).toContain(sentence)
    expect(main).toMatch(/role="alert"/)
    expect(main).toContain('value="key-1"')
    expect(main.includes('value="7788&lt;b&gt;"')).toBe(!('reference' in typed))
    expect(refused.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
    expect(await stored()).toEqual(before)
  },
)

test('re-encodes a picture that is HTML as well, and keeps a PDF as it is', async () => {
  const { id, cookie } = await openSale()
  const polyglot = Buffer.concat([await sharp(good).jpeg().toBuffer(), Buffer.from('<script>alert(1)</script>')])
  expect((await send(cookie, {}, { files: [polyglot, pdf('1 0 obj')] })).statusCode).toBe(303)
  const [proof] = await proofsOf(id)
  const files = await db
    .select()
    .from(proofFile)
    .where(eq(proofFile.proofID, proof!.proofID))
    .orderBy(proofFile.position)
  expect(files).toMatchObject([{ format: 'JPEG' }, { format: 'PDF', width: null, height: null }])
  const [picked, kept] = await Promise.all(files.map(({ file }) => readPicture(privateFilesOf(pictureStore), file!)))
  expect(picked!.toString('latin1')).not.toContain('script')
  expect(kept!.equals(pdf('1 0 obj'))).toBe(true)
})

test('a long screenshot keeps the width that its digits need', async () => {
  const { id, cookie } = await openSale()
  const long = await sharp({ create: { width: 1080, height: 5400, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
  expect((await send(cookie, {}, { files: [long] })).statusCode).toBe(303)
  const [proof] = await proofsOf(id)
  expect(await db.select().from(proofFile).where(eq(proofFile.proofID, proof!.proofID))).toMatchObject([
    { width: 1080, height: 5400 },
  ])
})

test('asks for the account where there is a choice, and takes no closed one', async () => {
  const shared = { paymentTypeID: 2, holder: 'Amihan' }
  const [gcash, maya] = await db
    .insert(payAccount)
    .values([
      { ...shared, kind: 'GCash', number: '09175550186', position: 1 },
      { ...shared, kind: 'Maya', number: '09175550187', position: 2 },
      { ...shared, kind: 'GCash', number: '09175550188', status: false },
    ])
    .returning()
  const { id, cookie } = await openSale()
  expect(mainOf((await get(orderPath, { cookie })).body)).toContain('Account you paid into')
  for (const account of ['', '0', String(maya!.payAccountID + 1)]) {
    const refused = await send(cookie, { account })
    expect([refused.statusCode, refused.body.includes('Choose the account into which you paid.')]).toEqual([422, true])
  }
  expect((await send(cookie, { account: String(gcash!.payAccountID) })).statusCode).toBe(303)
  expect(await proofsOf(id)).toMatchObject([{ payAccountID: gcash!.payAccountID }])
})

test('a double click, a retry and two tabs of one form make one proof; another form makes another', async () => {
  const { id, cookie } = await openSale()
  const same = { key: 'one form', reference: '1001' }
  const answers = await Promise.all([1, 2, 3].map(() => send(cookie, same)))
  answers.push(await send(cookie, same))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303, 303])
  expect(await proofsOf(id)).toHaveLength(1)
  // The same amount may be paid twice, also within minutes.
  await send(cookie, { ...same, key: 'another form' })
  // The browser went back and changed the reference.
  await send(cookie, { ...same, reference: '2002' })
  expect(await proofsOf(id)).toHaveLength(3)
})

test('takes ten proofs within a day for a sale, also of browsers that send at once', async () => {
  const { id, link, cookie } = await openSale()
  // Those of yesterday do not count.
  const old = { salesTransactionID: id, orderLinkID: link.linkID, language: 'en', amount: 1, day: today } as const
  const sentAt = new Date(Date.now() - 25 * 3_600_000)
  await db.insert(paymentProof).values(['old 1', 'old 2'].map((reference) => ({ ...old, reference, sentAt })))
  for (let n = 0; n < 8; n++) expect((await send(cookie, { reference: `ref ${n}` })).statusCode).toBe(303)
  const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => send(cookie, { reference: `at once ${n}` })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([303, 303, 429, 429, 429])
  const refused = await send(cookie, { reference: 'one more' })
  expect([refused.statusCode, refused.body.includes('ten payments for this order within a day')]).toEqual([429, true])
  expect(await proofsOf(id)).toHaveLength(12)
})

test.each([
  ['canceled', 'This order is closed, so nothing was sent.'],
  ['paid', 'Nothing is left to pay, so nothing was sent.'],
])('says that a sale was %s while the buyer typed', async (what, sentence) => {
  const { id, cookie } = await openSale()
  const done =
    what === 'canceled'
      ? await as(2)('PUT', `/api/v2/sales/${id}/cancel`, { deposit: 'refund', reason: 'Asked' })
      : await as(2)('POST', `/api/v2/sales/${id}/payments`, { paymentTypeID: 1, amount: 10_000 })
  expect(done.body.message ?? '').toBe('')
  const refused = await send(cookie, {})
  expect([refused.statusCode, mainOf(refused.body).includes(sentence)]).toEqual([409, true])
  expect(await proofsOf(id)).toEqual([])
})

test('a buyer takes a waiting proof back, once, and may send it again', async () => {
  const { id, cookie } = await openSale()
  const sent = { key: 'k', reference: '1001' }
  await send(cookie, sent)
  const [{ proofID } = { proofID: 0 }] = await proofsOf(id)
  const main = mainOf((await get(orderPath, { cookie })).body)
  expect(main).toContain(`name="proof" value="${proofID}"`)
  for (let n = 0; n < 2; n++) expect((await withdraw(cookie, proofID)).headers.location).toBe(`${orderPath}#now`)
  expect(await proofsOf(id)).toMatchObject([{ status: 'Withdrawn', decidedByID: null }])
  expect(mainOf((await get(orderPath, { cookie })).body)).not.toMatch(/Waiting to be checked|You sent a payment/)
  const rows = await db.select().from(audit).where(eq(audit.entity, 'paymentProof'))
  expect(rows.filter(({ entityID, action }) => entityID === proofID && action === 'withdraw')).toHaveLength(1)
  // Staff need not look for this payment any more.
  const messages = await db.select().from(notification).where(eq(notification.entityID, proofID))
  expect(messages.length).toBeGreaterThan(0)
  for (const { readAt } of messages) expect(readAt).not.toBeNull()
  expect((await send(cookie, sent)).statusCode).toBe(303)
  expect((await proofsOf(id)).map(({ status }) => status)).toEqual(['Withdrawn', 'Sent'])
})

test('a proof that the shop has decided about stays, and its sentence is read in the language of the page', async () => {
  const { id, cookie } = await openSale()
  await send(cookie, {})
  const [{ proofID } = { proofID: 0 }] = await proofsOf(id)
  await db
    .update(paymentProof)
    .set({ status: 'Rejected', decidedAt: new Date(), decidedByID: users.get(2)!, rejectReason: 'reference_not_found' })
    .where(eq(paymentProof.proofID, proofID))
  const refused = await withdraw(cookie, proofID)
  expect([refused.statusCode, refused.body.includes('The shop has checked this payment already')]).toEqual([409, true])
  const sentences = {
    en: 'We do not find this reference in our account. Please check the number and send it again.',
    tl: 'Hindi po namin makita ang reference na ito sa aming account.',
    ja: 'この取引番号は当店の口座に見当たりません。',
  }
  for (const language of languages) {
    const main = mainOf((await get(publicAddress(language, orderPath), { cookie })).body)
    expect(main).toMatch(new RegExp(`<li class="not-found">.*?<q>${sentences[language]}`, 's'))
  }
  // A rejected proof is no longer waiting.
  expect(mainOf((await get(orderPath, { cookie })).body)).not.toContain('order-waiting')
})

test('the address of the form leads back to the page', async () => {
  const { statusCode, headers } = await get(publicAddress('ja', proofPath))
  expect([statusCode, headers.location]).toEqual([303, '/ja/order'])
})

test('a completed order has no form', async () => {
  const { salesTransactionID } = await makeSale({ payments: [{ paymentTypeID: 1, amount: 12_250 }], complete: true })
  const { cookie } = await openSale(salesTransactionID)
  expect((await get(orderPath, { cookie })).body).not.toMatch(/I have paid|name="pictures"/)
})
