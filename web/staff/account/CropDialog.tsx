import { Button } from '@mantine/core'

import 'react-easy-crop/react-easy-crop.css'
import { useId, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'

import { useObjectURL } from '../../lib/pictures.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { toasts } from '../../ui/toasts.ts'
import { cropPicture } from './crop.ts'

const maxZoom = 3
const step = 0.1

/** Rounds a zoom level to the nearest step of the slider. */
const roundToStep = (zoom: number) => Math.round(zoom / step) / Math.round(1 / step)

/** Crops a picture to a square, by dragging or with the arrow keys. Returns it as a new file. */
export function CropDialog({
  file,
  pending,
  onCrop,
  onClose,
}: {
  file: File
  pending: boolean
  onCrop: (picture: Blob) => void
  onClose: () => void
}) {
  const address = useObjectURL(file)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const id = useId()
  const percent = `${Math.round(roundToStep(zoom) * 100)}%`
  const isWaiting = pending || area === null

  async function send() {
    if (isWaiting) return
    try {
      const picture = await createImageBitmap(file)
      onCrop(await cropPicture(picture, area))
      picture.close()
    } catch (error) {
      toasts.error((error as Error).message)
    }
  }

  return (
    <Dialog title="Crop Image" size={520} full onClose={() => pending || onClose()}>
      <div className="dlg-body">
        <div className="crop">
          {address !== null && (
            <Cropper
              image={address}
              crop={crop}
              zoom={zoom}
              minZoom={1}
              maxZoom={maxZoom}
              aspect={1}
              onCropChange={setCrop}
              onZoomChange={setZoom}
              // Wheel and pinch gestures zoom continuously, so the result is rounded to a step.
              onInteractionEnd={() => setZoom(roundToStep)}
              onCropAreaChange={(_, pixels) => setArea(pixels)}
              keyboardStep={8}
              cropperProps={{ role: 'group', 'aria-label': 'The part that is kept. The arrow keys move the picture.' }}
              disableAutomaticStylesInjection
            />
          )}
        </div>
        <div className="zoom">
          <label htmlFor={id}>Zoom</label>
          <input
            id={id}
            type="range"
            min={1}
            max={maxZoom}
            step={step}
            value={roundToStep(zoom)}
            aria-valuetext={percent}
            data-autofocus
            onChange={(event) => setZoom(event.currentTarget.valueAsNumber)}
          />
          <output htmlFor={id} className="num">
            {percent}
          </output>
        </div>
      </div>
      <div className="dlg-foot">
        <Button onClick={() => pending || onClose()}>Cancel</Button>
        <Button
          variant="filled"
          aria-disabled={isWaiting || undefined}
          aria-busy={pending || undefined}
          onClick={() => void send()}
        >
          Crop & Upload
        </Button>
      </div>
    </Dialog>
  )
}
