import { useEffect, useState } from 'react'

import { pictureBytes } from '../../contract/catalogue/items.ts'

/** The picture types that the server decodes. A phone converts its own formats when a file input accepts only these. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/tiff']

/** Why this file cannot be sent as a picture, as a sentence; null where it can. */
export function refusalOf(file: File): string | null {
  if (!pictureTypes.includes(file.type)) return `${file.name} is not a picture we can read`
  if (file.size > pictureBytes) return `${file.name} has more than 10 MB`
  return null
}

/** An address under which this page can show the file, for as long as it is shown; null until there is one. */
export function useFileAddress(file: Blob | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (file === null) return undefined
    const made = URL.createObjectURL(file)
    // Made here and not while rendering, because it has to be given back.
    // oxlint-disable-next-line react/set-state-in-effect
    setAddress(made)
    return () => {
      setAddress(null)
      URL.revokeObjectURL(made)
    }
  }, [file])
  return address
}
