import { useState } from 'react'

import { CameraIcon } from '../icons.tsx'
import { lazyComponent } from '../lazyComponent.tsx'

const CameraScan = lazyComponent(async () => (await import('./CameraScan.tsx')).CameraScan)

/** Opens the camera as a scanner. A browser without a secure connection has no camera, and no button. */
export function CameraButton({ onCode }: { onCode: (code: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  if (!('mediaDevices' in navigator)) return null
  return (
    <>
      <button type="button" className="camera-button" aria-label="Scan with the camera" onClick={() => setOpen(true)}>
        <CameraIcon />
      </button>
      {isOpen && <CameraScan onCode={onCode} onClose={() => setOpen(false)} />}
    </>
  )
}
