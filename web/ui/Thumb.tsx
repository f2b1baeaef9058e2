import { useState } from 'react'

import type { PictureFocus } from '../../contract/shared/covers.ts'
import { initialsOf } from '../lib/format.ts'
import { focusClass } from '../theme/focusClass.ts'
import { CustomerIcon } from './icons.tsx'

/**
 * A round picture of 50 px (small 34, large 112). Falls back to the initials of `name` if the picture is missing or
 * fails to load, and to an icon if there is no name.
 */
export function Thumb({
  src,
  focus,
  name,
  small = false,
  large = false,
}: {
  src: string | null | undefined
  focus?: PictureFocus | null | undefined
  name: string
  small?: boolean
  large?: boolean
}) {
  const [broken, setBroken] = useState<string | null>(null)
  const className = small ? 'thumb s' : large ? 'thumb l' : 'thumb'
  if (!src || broken === src)
    return (
      <span className={className} aria-hidden="true">
        {initialsOf(name) || <CustomerIcon />}
      </span>
    )
  const px = small ? 34 : large ? 112 : 50
  return (
    <img
      className={[className, focusClass(focus)].filter(Boolean).join(' ')}
      src={src}
      alt=""
      width={px}
      height={px}
      loading="lazy"
      onError={() => setBroken(src)}
    />
  )
}
