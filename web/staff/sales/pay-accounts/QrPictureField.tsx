import { useQuery } from '@tanstack/react-query'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useWatch } from 'react-hook-form'

import { type PayAccountRow, payAccounts } from '../../../../contract/pay-accounts/pay-accounts.ts'
import { callForFile } from '../../../lib/api.ts'
import { useObjectURL } from '../../../lib/pictures.ts'
import { metaOf } from '../../../lib/query.ts'
import { PictureField } from '../../../ui/form/PictureField.tsx'
import { describeCode } from './qrWords.ts'

/** The field for the picture of an account's QR code. It says what the code in the picture says. */
export function QrPictureField<T extends FieldValues>({
  control,
  name,
  account,
}: {
  control: Control<T>
  name: FieldPath<T>
  /** The stored account; null for a new one. */
  account: PayAccountRow | null
}) {
  const choice: unknown = useWatch({ control, name })
  const stored = useStoredPicture(account)
  const shown = choice instanceof File ? choice : choice === 'removed' ? null : stored.picture
  return (
    <div className="qr-field">
      <PictureField
        control={control}
        name={name}
        label="QR picture"
        stored={useObjectURL(stored.picture)}
        none={stored.isLoading ? 'Loading…' : 'No QR code'}
      />
      {stored.error !== null && <p className="hint">Error: {stored.error}</p>}
      <output className="hint">{useCodeSentence(shown)}</output>
    </div>
  )
}

/** Fetches the stored picture, which has no address that an image element could show. */
function useStoredPicture(account: PayAccountRow | null) {
  const { data, error, isLoading } = useQuery({
    queryKey: [payAccounts.qr.path, account?.payAccountID, account?.updatedAt],
    queryFn: () => callForFile(payAccounts.qr, { id: account!.payAccountID }),
    enabled: account?.hasQr === true,
    // The picture of one version never changes, and may be gone while the form of that version closes.
    staleTime: 'static',
    meta: metaOf(payAccounts.qr),
  })
  return { picture: data ?? null, error: error?.message ?? null, isLoading }
}

/** Returns a sentence about the code in a picture; an empty text without a picture and while it is read. */
function useCodeSentence(picture: Blob | null): string {
  const { data } = useQuery({
    queryKey: ['code in a picture', picture && keyOf(picture)],
    queryFn: () => readSentence(picture!),
    enabled: picture !== null,
    staleTime: 'static',
    gcTime: 0,
    // The picture is in this browser alone, so no event changes the answer.
    meta: { about: [] },
  })
  return picture === null ? '' : (data ?? '')
}

const keys = new WeakMap<Blob, number>()
let lastKey = 0
/** Returns a number that stays the same for one picture. */
function keyOf(picture: Blob): number {
  const known = keys.get(picture)
  if (known !== undefined) return known
  keys.set(picture, ++lastKey)
  return lastKey
}

async function readSentence(picture: Blob): Promise<string> {
  const { readCodeIn } = await import('../../../ui/scan/readCodes.ts')
  const bitmap = await createImageBitmap(picture).catch(() => null)
  if (bitmap === null) return ''
  const text = readCodeIn(bitmap)
  bitmap.close()
  return text === null
    ? 'No code was found in this picture. Scan it with a phone before buyers see it.'
    : describeCode(text)
}
