import './copyField.css'
import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

import { copyText } from '../lib/clipboard.ts'

/** Shows a text that is shown once, with a button that copies it. */
export function CopyField({ label, text }: { label: string; text: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<'no' | 'yes' | 'by hand'>('no')
  // The focused button has disappeared, so the link takes the focus.
  useEffect(() => field.current?.focus(), [])

  async function copy() {
    field.current?.select()
    setCopied((await copyText(text)) ? 'yes' : 'by hand')
  }
  return (
    <div>
      <div className="copy">
        <TextInput ref={field} label={label} value={text} readOnly onFocus={(event) => event.currentTarget.select()} />
        <Button variant="filled" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <output>
        {copied === 'yes' && 'Copied'}
        {copied === 'by hand' && 'Selected: copy it with Ctrl+C'}
      </output>
    </div>
  )
}
