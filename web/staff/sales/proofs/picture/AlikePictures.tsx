import { type ReactNode, type SyntheticEvent, useState } from 'react'

import { nameProof, normalizeReference } from '../../../../../contract/proofs/proof-rules.ts'
import type { ProofRow } from '../../../../../contract/proofs/proofs.ts'
import { formatNearDay } from '../../../../lib/format.ts'
import { WarningIcon } from '../../../../ui/icons.tsx'
import { usePhone } from '../../../../ui/usePhone.ts'
import { type Box, cropAround, moveCrop, placeBox, placePicture, type Size } from './crop.ts'
import { useProofFile } from './useProofFile.ts'

export type Alike = ProofRow['alike'][number]

/** The width of a crop for each pixel of its height. */
const aspects = { desk: 228 / 126, phone: 358 / 126 }

/** Shows the most alike picture of another proof beside this one, cropped to the place where they differ. */
export function AlikePictures({
  proof,
  now,
  onCompare,
}: {
  proof: ProofRow
  now: Date
  onCompare: (alike: Alike) => void
}) {
  const [first, ...others] = proof.alike
  const alike = first!
  const hasAlarm = normalizeReference(alike.otherReference) !== normalizeReference(proof.reference)
  return (
    <section className="proof-alike">
      <h3 className={hasAlarm ? 'alarm' : undefined}>
        <WarningIcon /> {nameLikeness(alike)}
        <button type="button" className="link" onClick={() => onCompare(alike)}>
          Side by side
        </button>
      </h3>
      <p className="num">
        {describeOther(alike)}{' '}
        {alike.boxes.length > 0 ? 'Only the marked places differ.' : alike.isSame && 'The two pictures are the same.'}
      </p>
      <Crops key={alike.otherFileID} proof={proof} alike={alike} now={now} />
      {others.map((other) => (
        <p key={`${other.proofFileID} ${other.otherFileID}`} className="other num">
          {nameLikeness(other)}
          <button type="button" className="link" onClick={() => onCompare(other)}>
            Side by side
          </button>
        </p>
      ))}
    </section>
  )
}

const nameLikeness = ({ isSame, other }: Alike) =>
  isSame ? `The same picture as ${nameProof(other.proofID)}` : `Looks like the picture of ${nameProof(other.proofID)}`

const verbs = {
  Approved: 'paid',
  Rejected: 'was rejected for',
  Withdrawn: 'was withdrawn from',
  Sent: 'waits for',
  Taken: 'waits for',
}

const describeOther = ({ other }: Alike) =>
  `${nameProof(other.proofID)} ${verbs[other.status]} ${other.transactionNumber}.`

/** Returns the words below the other picture, such as `Ana R. · approved 3 Nov 2026`. */
export const captionOf = ({ other }: Alike, now: Date): string =>
  [
    ...(other.buyerName === null ? [] : [other.buyerName]),
    `${other.status.toLowerCase()} ${formatNearDay(other.day, now)}`,
  ].join(' · ')

function Crops({ proof, alike, now }: { proof: ProofRow; alike: Alike; now: Date }) {
  const phone = usePhone()
  const aspect = phone ? aspects.phone : aspects.desk
  const here = useProofFile(proof.proofID, fileIn(proof, alike))
  const there = useProofFile(alike.other.proofID, alike.isOtherRemoved ? null : alike.otherFileID)
  const [sizes, setSizes] = useState<{ here?: Size; there?: Size }>({})
  const crop =
    sizes.here &&
    cropAround(
      alike.boxes.map((pair) => pair.here),
      sizes.here,
      aspect,
    )
  const moved = crop && sizes.there && moveCrop(crop, alike.boxes, sizes.here!, sizes.there)
  return (
    <div className="proof-crops">
      <Crop
        url={here.url}
        alt="The differing places on this picture"
        note={here.url === null ? 'Removed' : null}
        crop={crop}
        boxes={alike.boxes.map((pair) => pair.here)}
        onSize={(size) => setSizes((before) => ({ ...before, here: size }))}
      >
        <b>{nameProof(proof.proofID)}</b> · this one
      </Crop>
      <Crop
        url={there.url}
        alt={`The same places on the picture of ${nameProof(alike.other.proofID)}`}
        note={alike.isOtherRemoved ? 'Removed after its time' : (there.error?.message ?? null)}
        crop={moved}
        boxes={alike.boxes.map((pair) => pair.there)}
        onSize={(size) => setSizes((before) => ({ ...before, there: size }))}
      >
        <b>{nameProof(alike.other.proofID)}</b> · {captionOf(alike, now)}
      </Crop>
    </div>
  )
}

/** Returns the key of this proof's alike picture; null once it was removed. */
export const fileIn = (proof: ProofRow, { proofFileID }: Alike) =>
  proof.files.some((file) => file.proofFileID === proofFileID && !file.isRemoved) ? proofFileID : null

function Crop({
  url,
  alt,
  note,
  crop,
  boxes,
  onSize,
  children,
}: {
  url: string | null
  alt: string
  /** Why there is no picture; null while it is fetched. */
  note: string | null
  crop: Box | undefined
  boxes: readonly Box[]
  onSize: (size: Size) => void
  children: ReactNode
}) {
  const onLoad = ({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) =>
    onSize({ width: naturalWidth, height: naturalHeight })
  return (
    <figure>
      <div className="proof-crop">
        {url === null ? (
          <span className="note">{note}</span>
        ) : (
          <img src={url} alt={alt} onLoad={onLoad} style={crop ? placePicture(crop) : { opacity: 0 }} />
        )}
        {crop && boxes.map((box) => <i key={`${box.x} ${box.y}`} style={placeBox(box, crop)} />)}
      </div>
      <figcaption>{children}</figcaption>
    </figure>
  )
}
