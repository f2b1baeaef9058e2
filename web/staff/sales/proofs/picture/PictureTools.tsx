import type { ReactNode } from 'react'

import {
  AddIcon,
  FitIcon,
  FullScreenIcon,
  MinusIcon,
  OriginalIcon,
  SearchIcon,
  TurnIcon,
} from '../../../../ui/icons.tsx'
import type { PictureView } from './usePictureView.ts'
import type { ProofFile } from './useProofFile.ts'

/** The buttons that zoom, turn and open a picture. */
export function PictureTools({
  view,
  file,
  url,
  name,
  onFullScreen,
}: {
  view: PictureView
  file: ProofFile | undefined
  url: string | null
  /** The name under which the original is saved. */
  name: string
  onFullScreen: () => void
}) {
  const isPicture = file !== undefined && file.format !== 'PDF' && !file.isRemoved
  return (
    <div className="proof-tools" role="toolbar" aria-label="Picture tools">
      {isPicture && (
        <>
          <Tool label="Zoom out" isOff={view.isSmallest} onPress={() => view.zoomBy(-1)}>
            <MinusIcon />
          </Tool>
          <output className="num">{Math.round(view.zoom * 100)} %</output>
          <Tool label="Zoom in" isOff={view.isLargest} onPress={() => view.zoomBy(1)}>
            <AddIcon />
          </Tool>
          <hr />
          <Tool label="Fit" onPress={view.fit}>
            <FitIcon />
          </Tool>
          <Tool label="Turn" onPress={view.turn}>
            <TurnIcon />
          </Tool>
          <button
            type="button"
            className={view.hasLoupe ? 'ib on loupe-tool' : 'ib loupe-tool'}
            aria-label="Loupe"
            title="Loupe (L)"
            aria-pressed={view.hasLoupe}
            onClick={view.toggleLoupe}
          >
            <SearchIcon />
          </button>
          <hr />
          {document.fullscreenEnabled && (
            <Tool label="Full screen" className="ib full-tool" onPress={onFullScreen}>
              <FullScreenIcon />
            </Tool>
          )}
        </>
      )}
      {url !== null && (
        <a
          className="ib"
          href={url}
          {...(isPicture ? { target: '_blank', rel: 'noopener' } : { download: `${name}.pdf` })}
          aria-label={isPicture ? 'Open the picture in a new tab' : 'Download the PDF'}
          title={isPicture ? 'Open in a new tab' : 'Download'}
        >
          <OriginalIcon />
        </a>
      )}
    </div>
  )
}

function Tool({
  label,
  isOff = false,
  className = 'ib',
  onPress,
  children,
}: {
  label: string
  isOff?: boolean
  className?: string
  onPress: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
