import { Button } from '@mantine/core'
import { useState } from 'react'

import { CheckIcon } from './icons.tsx'
import { toasts } from './toasts.ts'

/** A small button that copies a text. `of` names the text for screen readers. */
export function CopyButton({ text, of }: { text: string; of: string }) {
  const [isCopied, setCopied] = useState(false)

  async function copy() {
    // The clipboard needs https or localhost.
    const done = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    if (!done) return toasts.error('This browser does not let the page copy')
    setCopied(true)
  }
  return (
    <Button
      size="sm"
      aria-label={isCopied ? `Copied: ${of}` : `Copy ${of}`}
      {...(isCopied && { leftSection: <CheckIcon /> })}
      onBlur={() => setCopied(false)}
      onClick={(event) => {
        // A click on the row around it would open its record.
        event.stopPropagation()
        void copy()
      }}
    >
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  )
}
