import { Button } from '@mantine/core'
import { type ComponentProps, useState } from 'react'

import type { ListEndpoint } from '../../form/RecordSelect.tsx'
import { FilterSheet } from './FilterSheet.tsx'

/** Opens all filters on a phone. The button shows how many of them are in use. */
export function FilterButton<E extends ListEndpoint>(sheet: Omit<ComponentProps<typeof FilterSheet<E>>, 'onClose'>) {
  const [open, setOpen] = useState(false)
  const fields = [...sheet.filters.map(({ field }) => field), ...sheet.moreFields]
  const used = fields.filter((field) => sheet.sent[field] !== undefined).length
  return (
    <>
      <Button size="sm" className="filters" onClick={() => setOpen(true)}>
        {used === 0 ? 'Filter' : `Filter (${used})`}
      </Button>
      {open && <FilterSheet {...sheet} onClose={() => setOpen(false)} />}
    </>
  )
}
