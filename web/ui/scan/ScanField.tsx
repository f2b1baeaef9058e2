import { TextInput } from '@mantine/core'

import { ScanIcon } from '../icons.tsx'
import { useCodeKeys } from './useCodeKeys.ts'
import type { Scanner } from './useScanner.ts'

/** A field to scan or type codes, with the feedback on the last one. The typed text may also filter a list. */
export function ScanField({
  scanner,
  label,
  value,
  onChange,
}: {
  scanner: Scanner
  label: string
  value: string
  onChange: (text: string) => void
}) {
  const { field, feedback } = scanner
  const remedy = feedback?.remedy

  const onKeyDown = useCodeKeys((code) => {
    onChange('')
    scanner.add(code)
  })

  return (
    <div className="scan-field">
      <TextInput
        ref={field}
        size="lg"
        aria-label={label}
        placeholder={label}
        leftSection={<ScanIcon />}
        leftSectionWidth={46}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={value}
        onChange={(event) => {
          onChange(event.currentTarget.value)
          scanner.setFeedback(null)
        }}
        onKeyDown={onKeyDown}
      />
      <div className={feedback?.wrong ? 'scan-told out' : 'scan-told in'}>
        <output>{feedback?.text}</output>
        {remedy && (
          <button type="button" className="link" onClick={() => scanner.enqueue(remedy.work)}>
            {remedy.label}
          </button>
        )}
      </div>
    </div>
  )
}
