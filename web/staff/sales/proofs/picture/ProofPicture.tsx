import { useRef } from 'react'

import { nameProof } from '../../../../../contract/proofs/proof-rules.ts'
import type { ProofRow } from '../../../../../contract/proofs/proofs.ts'
import { formatNearMoment } from '../../../../lib/format.ts'
import { useTimeZone } from '../../../../lib/settings.ts'
import { NextIcon, PreviousIcon } from '../../../../ui/icons.tsx'
import { usePhone } from '../../../../ui/usePhone.ts'
import { PictureStage } from './PictureStage.tsx'
import { PictureTools } from './PictureTools.tsx'
import type { PictureView } from './usePictureView.ts'
import { type ProofFile, useProofFile } from './useProofFile.ts'

/** The pictures of the open proof with their tools. */
export function ProofPicture({
  proof,
  now,
  view,
  place,
  total,
  onStep,
}: {
  proof: ProofRow
  now: Date
  view: PictureView
  place: number | null
  total: number
  onStep: (by: 1 | -1) => void
}) {
  const timeZone = useTimeZone()
  const phone = usePhone()
  const section = useRef<HTMLElement>(null)
  const { proofID, files, sentAt } = proof
  const file = files[view.file]
  const { content, url, error, refetch } = useProofFile(proofID, file && !file.isRemoved ? file.proofFileID : null)
  const tools = (
    <PictureTools
      view={view}
      file={file}
      url={url}
      name={nameProof(proofID)}
      onFullScreen={() => void toggleFullScreen(section.current)}
    />
  )
  const thumbs = files.length > 1 && (
    <nav className="proof-thumbs" aria-label="Pictures">
      {files.map((one, n) => (
        <Thumb
          key={one.proofFileID}
          proofID={proofID}
          file={one}
          label={`Picture ${n + 1} of ${files.length}`}
          isCurrent={n === view.file}
          onChoose={() => view.choose(n)}
        />
      ))}
    </nav>
  )
  return (
    <section className="proof-picture" aria-label="Picture" ref={section}>
      <header>
        <h2>
          {nameProof(proofID)}
          <span className="num">sent {formatNearMoment(sentAt, timeZone, now)}</span>
        </h2>
        {!phone && tools}
        {phone && (
          <div className="proof-steps">
            <button type="button" className="ib" aria-label="Previous proof" onClick={() => onStep(-1)}>
              <PreviousIcon />
            </button>
            <span className="num">{place === null ? `– of ${total}` : `${place} of ${total}`}</span>
            <button type="button" className="ib" aria-label="Next proof" onClick={() => onStep(1)}>
              <NextIcon />
            </button>
          </div>
        )}
      </header>
      <div className="proof-canvas">
        {!phone && thumbs}
        <PictureStage
          proofID={proofID}
          file={file}
          content={content}
          url={url}
          error={error}
          refetch={refetch}
          view={view}
          hasThumbs={files.length > 1}
        />
      </div>
      {phone && (
        <div className="proof-below">
          {thumbs}
          {tools}
        </div>
      )}
      <div className="proof-keys">
        <span aria-hidden="true">
          <kbd>+</kbd>
          <kbd>−</kbd>zoom
        </span>
        <span aria-hidden="true">
          <kbd>0</kbd>fit
        </span>
        <span aria-hidden="true">
          <kbd>L</kbd>loupe
        </span>
        {file && <span className="num last">{describeFile(file, view.file, files.length)}</span>}
      </div>
    </section>
  )
}

/** `1 of 2 · PNG, 1080 × 2160` */
const describeFile = ({ format, width, height }: ProofFile, n: number, count: number) =>
  `${n + 1} of ${count} · ${format}${width === null ? '' : `, ${width} × ${height}`}`

function Thumb({
  proofID,
  file,
  label,
  isCurrent,
  onChoose,
}: {
  proofID: number
  file: ProofFile
  label: string
  isCurrent: boolean
  onChoose: () => void
}) {
  const isPicture = file.format !== 'PDF' && !file.isRemoved
  const { url } = useProofFile(proofID, isPicture ? file.proofFileID : null)
  return (
    <button type="button" aria-label={label} aria-current={isCurrent ? 'true' : undefined} onClick={onChoose}>
      {url === null ? <span>{file.isRemoved ? 'Gone' : file.format}</span> : <img src={url} alt="" />}
    </button>
  )
}

/** Fills the whole screen with the picture and its tools, or returns. A browser may refuse it. */
async function toggleFullScreen(section: HTMLElement | null) {
  if (document.fullscreenElement) await document.exitFullscreen()
  else await section?.requestFullscreen?.().catch(() => {})
}
