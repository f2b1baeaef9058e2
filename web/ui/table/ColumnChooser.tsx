import { Button, Checkbox, Popover } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'

import { ColumnsIcon } from '../icons.tsx'
import { columnNameOf, isUsuallyHidden } from './columns.ts'
import type { ChosenColumns } from './useChosenColumns.ts'

/** The choice of a list's columns. A box is checked if its column is visible in this window. */
export function ColumnChooser({
  columns,
  chosen: { hidden, shown, hide, show },
}: {
  columns: readonly Parameters<typeof isUsuallyHidden>[0][]
  chosen: ChosenColumns
}) {
  // table.css hides columns at the same width.
  const isNarrow = useMediaQuery('(max-width: 1000px)', undefined, { getInitialValueInEffect: false })
  const names = columns.map(columnNameOf)
  const hasManyColumns = names.length - hidden.length >= 7
  const visible = columns
    .filter((column) => {
      const name = columnNameOf(column)
      if (hidden.includes(name)) return false
      return shown.includes(name) || !(isNarrow && hasManyColumns && isUsuallyHidden(column))
    })
    .map(columnNameOf)
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className="ib sm columns" aria-label="Choose columns" title="Choose columns">
          <ColumnsIcon />
        </button>
      </Popover.Target>
      <Popover.Dropdown className="chooser">
        {names.map((name) => (
          <Checkbox
            key={name}
            label={name}
            checked={visible.includes(name)}
            disabled={visible.length === 1 && visible.includes(name)}
            onChange={(event) => (event.currentTarget.checked ? show([name]) : hide(name))}
          />
        ))}
        <Button size="sm" onClick={() => show(names)} disabled={visible.length === names.length}>
          Show all
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
