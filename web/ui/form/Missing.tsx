import { Tooltip } from '@mantine/core'
import type { RefObject } from 'react'

/** What a form's button waits for, beside the button. */
export function Missing({ button, missing }: { button: RefObject<HTMLElement | null>; missing: readonly string[] }) {
  // className would be the button's too
  return <Tooltip target={button} opened label={missing.join('\n')} classNames={{ tooltip: 'missing' }} />
}
