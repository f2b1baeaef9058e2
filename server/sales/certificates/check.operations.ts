import type { certificates as endpoints } from '../../../contract/sales/certificates.ts'
import { readCode } from '../../../contract/shared/codes.ts'
import { timeIn } from '../../../contract/shared/dates.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { readSettings } from '../../company/settings.ts'
import { countAttempt } from '../../http/throttle.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { nameIn } from './certificate-facts.ts'
import { findByCode } from './certificates.queries.ts'

/** Maximum number of unknown codes from one address within an hour. A code has 32^8 values, so this finds none. */
const unknownInAnHour = 30

/**
 * Returns what a visitor learns of the certificate with a code: the facts, and whether it counts. Throws 404 for a code
 * that is none of this shop, and 429 after many of them from one address.
 */
export async function checkCertificate(
  { db, client, now }: Context,
  { code, language }: Received<typeof endpoints.check>['query'],
) {
  const forgive = await countAttempt(db, [
    { bucket: `certificate ${client.address}`, limit: unknownInAnHour, seconds: 60 * 60 },
  ])
  const found = await findByCode(db, readCode(code))
  if (!found) throw new AppError('certificate.unknown', 'No certificate of this shop has this code')
  await forgive()
  const { timeZone } = await readSettings(db)
  const name = nameIn(found, language)
  const { revocation, replacedBy } = found
  return {
    state: found.state,
    certificateNumber: found.certificateNumber,
    pieceNumber: found.pieceNumber,
    karat: found.karat,
    metal: found.metal,
    stone: found.stone,
    size: found.size,
    grams: found.grams,
    netGrams: found.netGrams,
    laboratoryReport: found.laboratoryReport,
    pictures: found.pictures,
    place: found.place,
    issuedOn: found.issuedOn,
    itemName: name,
    itemNameLanguage: name === found.itemName ? ('en' as const) : language,
    revocation: revocation && {
      reason: revocation.reason,
      revokedOn: revocation.revokedOn,
      replaced: replacedBy !== null,
    },
    checkedAt: `${shopDay(timeZone, now)} ${timeIn(timeZone, now)}`,
  }
}
