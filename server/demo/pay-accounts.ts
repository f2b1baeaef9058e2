import { payAccount } from '../db/schema/money.ts'
import { paymentType } from '../db/schema/sales.ts'
import { type EncodedFile, storePrivateFile } from '../files/private-files.ts'
import { loadSharp } from '../files/sharp.ts'
import type { PictureStore } from '../files/store.ts'
import type { Tx } from '../kernel/database.ts'
import { encodeQRCode, pathOfQRCode } from '../pdf/qr-code.ts'

const note = 'Demo only. Do not send money to this account.'

/** The accounts of the demo shop. No network has these numbers, and the QR codes hold a sentence instead of an account. */
const accounts = [
  { kind: 'GCash', bankOrWallet: null, holder: 'Amihan Demo', number: '09000000186', type: 'GCash' },
  {
    kind: 'Bank transfer',
    bankOrWallet: 'Demo Bank',
    holder: 'Amihan Demo',
    number: '0000 5550 4207',
    type: 'Bank transfer',
  },
  { kind: 'Maya', bankOrWallet: null, holder: 'Amihan Demo', number: '09000000207', type: 'GCash' },
] as const

/** Inserts the accounts into which buyers pay, unless the shop has accounts of its own. */
export async function insertPayAccounts(tx: Tx, store: PictureStore, adminID: number, at: Date) {
  if ((await tx.$count(payAccount)) > 0) return
  const types = new Map((await tx.select().from(paymentType)).map((row) => [row.paymentName, row]))
  // Staff may have renamed the types. Payments with a code reach no account.
  const other = [...types.values()].find(({ code }) => code === null)
  if (!other) return
  for (const [n, { type, ...account }] of accounts.entries()) {
    const qr = account.kind === 'Bank transfer' ? null : await drawQr(`Demo only: this is no ${account.kind} account.`)
    await tx.insert(payAccount).values({
      ...account,
      note,
      currency: 'PHP',
      paymentTypeID: (types.get(type) ?? other).paymentTypeID,
      qrFile: qr && (await storePrivateFile(store, tx, qr)),
      position: n + 1,
      createdByID: adminID,
      createdAt: at,
      updatedAt: at,
    })
  }
}

/** Draws a QR code as a PNG, with sixteen pixels for each of its squares. */
async function drawQr(text: string): Promise<EncodedFile> {
  const { modules, path } = pathOfQRCode(await encodeQRCode(text))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules} ${modules}" width="${modules * 16}"
    height="${modules * 16}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="${path}"/></svg>`
  const sharp = await loadSharp()
  return { ending: 'png', bytes: await sharp(Buffer.from(svg)).png({ palette: true, colours: 2 }).toBuffer() }
}
