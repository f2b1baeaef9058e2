import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'

import { CloseIcon } from '../../ui/icons.tsx'

/** Shows the sidebar on a phone: it slides in over the page. */
export function MenuDrawer({
  opened,
  onClose,
  children,
}: {
  opened: boolean
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={280}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': 'Menu' } }}
      classNames={{ content: 'side' }}
    >
      <button type="button" className="ib close" aria-label="Close menu" onClick={onClose}>
        <CloseIcon />
      </button>
      {children}
    </Drawer>
  )
}
