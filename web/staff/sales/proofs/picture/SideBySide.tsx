import { Button } from '@mantine/core'

import { nameProof } from '../../../../../contract/proofs/proof-rules.ts'
import type { ProofRow } from '../../../../../contract/proofs/proofs.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { type Alike, captionOf, fileIn } from './AlikePictures.tsx'
import type { Box } from './crop.ts'
import { useProofFile } from './useProofFile.ts'

/** Shows two alike pictures whole, beside each other. */
export function SideBySide({
  proof,
  alike,
  now,
  onClose,
}: {
  proof: ProofRow
  alike: Alike
  now: Date
  onClose: () => void
}) {
  return (
    <Dialog
      title={`${nameProof(proof.proofID)} and ${nameProof(alike.other.proofID)}`}
      size={1080}
      full
      onClose={onClose}
    >
      <div className="dlg-body proof-both">
        <Whole
          proofID={proof.proofID}
          fileID={fileIn(proof, alike)}
          caption={`this one · reference ${proof.reference}`}
          boxes={alike.boxes.map((pair) => pair.here)}
        />
        <Whole
          proofID={alike.other.proofID}
          fileID={alike.isOtherRemoved ? null : alike.otherFileID}
          caption={`${captionOf(alike, now)} · reference ${alike.otherReference}`}
          boxes={alike.boxes.map((pair) => pair.there)}
        />
      </div>
      <div className="dlg-foot">
        <Button variant="filled" data-autofocus onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}

function Whole({
  proofID,
  fileID,
  caption,
  boxes,
}: {
  proofID: number
  fileID: number | null
  caption: string
  boxes: readonly Box[]
}) {
  const { url, error } = useProofFile(proofID, fileID)
  return (
    <figure>
      <div className="proof-whole">
        {url === null ? (
          <span className="note">{fileID === null ? 'Removed after its time' : (error?.message ?? 'Loading...')}</span>
        ) : (
          <>
            <img src={url} alt={`Receipt of ${nameProof(proofID)}`} />
            {boxes.map((box) => (
              <i
                key={`${box.x} ${box.y}`}
                style={{
                  left: `${box.x * 100}%`,
                  top: `${box.y * 100}%`,
                  width: `${box.width * 100}%`,
                  height: `${box.height * 100}%`,
                }}
              />
            ))}
          </>
        )}
      </div>
      <figcaption>
        <b>{nameProof(proofID)}</b> · {caption}
      </figcaption>
    </figure>
  )
}
