import { Tooltip } from '@mantine/core'
import type { RefObject } from 'react'

/** Shows next to a form's button which fields are missing. */
export function Missing({ button, missing }: { button: RefObject<HTMLElement | null>; missing: readonly string[] }) {
  // className would also apply to the button
  return <Tooltip target={button} opened label={missing.join('\n')} classNames={{ tooltip: 'missing' }} />
}
