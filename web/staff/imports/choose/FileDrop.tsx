import { Button } from '@mantine/core'
import { type ReactNode, useRef } from 'react'

import { useFileDrop } from '../../shared/useFileDrop.ts'

/** Accepts one file by drop, paste or selection. `children` describe the expected file. */
export function FileDrop({
  accept,
  action,
  first,
  onFile,
  children,
}: {
  accept: string
  action: string
  /** Whether selecting a file is the main action of the page, whose button is emerald. */
  first: boolean
  onFile: (file: File) => void
  children: ReactNode
}) {
  const chooser = useRef<HTMLInputElement>(null)
  const takeFile = ([file]: readonly File[]) => file && onFile(file)
  const isDraggedOver = useFileDrop(takeFile)
  return (
    <div className="drop" data-over={isDraggedOver || undefined}>
      <p>{children}</p>
      <div>
        <Button variant={first ? 'filled' : 'default'} onClick={() => chooser.current?.click()}>
          {action}
        </Button>
      </div>
      <input
        ref={chooser}
        hidden
        type="file"
        accept={accept}
        aria-label={action}
        onChange={(event) => {
          takeFile([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = '' // The same file can then be selected again after a correction.
        }}
      />
    </div>
  )
}
