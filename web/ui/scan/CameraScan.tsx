import './cameraScan.css'
import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { Dialog } from '../dialog/Dialog.tsx'

/** The time between two pictures in which a code is looked for, in milliseconds. */
const pause = 150

/** Shows the camera, and passes on the first code that it sees. */
export function CameraScan({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const [problem, setProblem] = useState<string | null>(null)
  function finish(code: string) {
    onClose()
    onCode(code)
  }
  return (
    <Dialog title="Scan with the camera" size={480} full onClose={onClose}>
      <div className="dlg-body camera">
        {problem === null ? (
          <CameraView onCode={finish} onProblem={setProblem} />
        ) : (
          <p role="alert" className="error-line">
            Error: {problem}
          </p>
        )}
      </div>
      <div className="dlg-foot">
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}

function CameraView({ onCode, onProblem }: { onCode: (code: string) => void; onProblem: (problem: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const finish = useEffectEvent(onCode)
  const fail = useEffectEvent((error: Error) => onProblem(describeProblem(error)))
  useEffect(() => {
    const stop = new AbortController()
    scanWithCamera(video.current!, stop.signal).then(
      (code) => code !== null && finish(code),
      (error: Error) => !stop.signal.aborted && fail(error),
    )
    return () => stop.abort()
  }, [])
  return (
    <>
      <video ref={video} muted playsInline aria-label="The picture of the camera" />
      <p>Hold the label in front of the camera.</p>
    </>
  )
}

/** Opens the camera and returns the first code, or null if `signal` ends the scan before. */
async function scanWithCamera(video: HTMLVideoElement, signal: AbortSignal): Promise<string | null> {
  const camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const closeCamera = () => {
    for (const track of camera.getTracks()) track.stop()
  }
  try {
    if (signal.aborted) return null
    video.srcObject = camera
    await video.play()
    const { readCode } = await import('./readCodes.ts')
    const canvas = document.createElement('canvas')
    while (!signal.aborted) {
      const code = readCode(video, canvas)
      if (code !== null) return code
      // The camera needs time for its next picture.
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
    return null
  } finally {
    closeCamera()
  }
}

const describeProblem = ({ name, message }: Error) =>
  name === 'NotAllowedError'
    ? 'The browser may not use the camera. Allow it in the settings of this page.'
    : name === 'NotFoundError'
      ? 'This device has no camera.'
      : message
