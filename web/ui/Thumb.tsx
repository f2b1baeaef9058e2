import { useState } from 'react'

import { initials } from '../lib/format.ts'
import { CustomerIcon } from './icons.tsx'

/**
 * A round picture, 50 px (34 where small, 112 where large). Where there is none or it does not load, the initials of
 * what it shows; where that has no name either, an icon.
 */
export function Thumb({
  src,
  name,
  small = false,
  large = false,
}: {
  src: string | null | undefined
  name: string
  small?: boolean
  large?: boolean
}) {
  const [broken, setBroken] = useState<string | null>(null)
  const className = small ? 'thumb s' : large ? 'thumb l' : 'thumb'
  if (!src || broken === src)
    return (
      <span className={className} aria-hidden="true">
        {initials(name) || <CustomerIcon />}
      </span>
    )
  const px = small ? 34 : large ? 112 : 50
  return (
    <img className={className} src={src} alt="" width={px} height={px} loading="lazy" onError={() => setBroken(src)} />
  )
}
