import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

import { CopyField } from '../../../ui/CopyField.tsx'

/** Shows a secret that the server returns once, until the administrator has copied it. */
export function ShownOnce({
  title,
  label,
  text,
  onDone,
  children,
}: {
  title: string
  label: string
  text: string
  onDone: () => void
  children: ReactNode
}) {
  return (
    <section className="shown-once" aria-label={title}>
      <CopyField label={label} text={text} />
      <p>{children}</p>
      <Button size="sm" variant="default" onClick={onDone}>
        Done
      </Button>
    </section>
  )
}
