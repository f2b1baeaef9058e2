import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'

import type { ReasonGroup } from '../../../../contract/imports/drafts.ts'
import type { FixWay } from '../../../../contract/imports/fixes.ts'
import { importColumns } from '../../../../contract/imports/import-columns.ts'
import { formatQuantity } from '../../../lib/format.ts'
import type { Draft } from '../draft/useDraft.ts'
import { ValueField } from '../draft/ValueField.tsx'

const makeable: Record<string, readonly [one: string, many: string]> = {
  category: ['category', 'categories'],
  customerType: ['customer type', 'customer types'],
  location: ['location', 'locations'],
}

/** The buttons of the fixes that suit a reason. `which` names the rows that they are for. */
export function FixChoices({
  draft,
  group,
  which,
  disabled,
  onFix,
  children,
}: {
  draft: Draft
  group: ReasonGroup
  which: string
  disabled: boolean
  onFix: (way: FixWay) => void
  children: ReactNode
}) {
  const ways = listWays(group)
  return (
    <div className="import-fixes">
      <p className="below">For {which}:</p>
      <div className="import-ways">
        {ways.map(({ label, way }) => (
          <Button
            key={label}
            size="sm"
            disabled={disabled}
            aria-label={`${label}: ${group.message}`}
            onClick={() => onFix(way)}
          >
            {label}
          </Button>
        ))}
        {group.fixes.includes('fill') && <FillForm draft={draft} group={group} disabled={disabled} onFix={onFix} />}
        {children}
      </div>
    </div>
  )
}

const clearLabels: Partial<Record<ReasonGroup['reason'], string>> = {
  cannot_change: 'Keep what the record has',
  surplus_cells: 'Do not take these cells',
}

/** Lists the fixes that need no further word. Those that keep the rows come first. */
function listWays({ reason, fixes, column, cellCount }: ReasonGroup): { label: string; way: FixWay }[] {
  const [one, many] = makeable[column ?? ''] ?? ['record', 'records']
  const all: { label: string; way: FixWay }[] = [
    {
      label: cellCount === 1 ? `Make this ${one}` : `Make these ${formatQuantity(cellCount)} ${many}`,
      way: { does: 'make' },
    },
    { label: 'Round up', way: { does: 'round', way: 'up' } },
    { label: 'Round half up', way: { does: 'round', way: 'half_up' } },
    { label: 'Read the comma as the decimal sign', way: { does: 'comma' } },
    { label: 'Cut them', way: { does: 'cut' } },
    { label: clearLabels[reason] ?? 'Empty the cells', way: { does: 'clear' } },
    { label: 'Leave the rows out', way: { does: 'leave_out' } },
  ]
  return all.filter(({ way }) => fixes.includes(way.does))
}

/** Writes one value into all the cells: a name, a word or a text. */
function FillForm({
  draft: { kind },
  group,
  disabled,
  onFix,
}: {
  draft: Draft
  group: ReasonGroup
  disabled: boolean
  onFix: (way: FixWay) => void
}) {
  const [value, setValue] = useState('')
  const column = importColumns[kind].find(({ key }) => key === group.column)
  if (!column) return null
  const isNamed = group.reason === 'unknown_name' || group.reason === 'inactive_name'
  const label = isNamed ? `Another ${column.label.toLowerCase()}` : `Write this in ${column.label}`
  const action = isNamed ? 'Take it' : 'Write it'
  const fill = (event: FormEvent) => {
    event.preventDefault()
    if (value.trim() === '') return
    onFix({ does: 'fill', value: value.trim() })
    setValue('')
  }
  return (
    <form className="import-fill" onSubmit={fill}>
      <ValueField column={column} label={label} value={value} onChange={setValue} disabled={disabled} />
      <Button
        size="sm"
        type="submit"
        disabled={disabled || value.trim() === ''}
        aria-label={`${action}: ${group.message}`}
      >
        {action}
      </Button>
    </form>
  )
}
