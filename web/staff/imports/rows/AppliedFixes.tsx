import { Button } from '@mantine/core'

import type { DraftCheck } from '../../../../contract/imports/drafts.ts'
import type { Fix } from '../../../../contract/imports/fixes.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { CheckIcon } from '../../../ui/icons.tsx'
import type { Draft } from '../draft/useDraft.ts'
import { describeFix } from './fixState.ts'

/** Lists the fixes that the person chose, each with the rows that it fixed. Each can be taken back. */
export function AppliedFixes({
  draft: { kind, fixes, correctedRows },
  check,
  disabled,
  onChange,
}: {
  draft: Draft
  check: DraftCheck | null
  disabled: boolean
  onChange: (fixes: Fix[]) => void
}) {
  // A check belongs to the fixes that it counted.
  const counts = check?.fixedRows.length === fixes.length ? check.fixedRows : fixes.map(() => 0)
  const all = fixes.map((fix, n) => ({ fix, n, text: describeFix(kind, fix, counts[n]!) }))
  if (all.length === 0 && correctedRows === 0) return null
  return (
    <ul className="import-lines" aria-label="What you decided">
      {correctedRows > 0 && (
        <li>
          <span className="decided">
            <CheckIcon />
            {formatQuantity(correctedRows)} {correctedRows === 1 ? 'row' : 'rows'} corrected by hand
          </span>
        </li>
      )}
      {all.map(({ fix, n, text }) => (
        <li key={n}>
          <span className="decided">
            <CheckIcon /> {text}
          </span>
          <Button
            size="sm"
            variant="subtle"
            disabled={disabled}
            aria-label={`Take back: ${text}`}
            onClick={() => onChange(fixes.filter((other) => other !== fix))}
          >
            Take back
          </Button>
        </li>
      ))}
    </ul>
  )
}
