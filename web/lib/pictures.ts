import { useEffect, useState } from 'react'

import { pictureBytes } from '../../contract/catalogue/items.ts'

/** The picture types that the server decodes. If a file input accepts only these, a phone converts its own formats. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/tiff']

/** Returns why a file cannot be sent as a picture, as a sentence; null if it can. */
export function findPictureProblem(file: File): string | null {
  if (!pictureTypes.includes(file.type)) return `${file.name} is not a picture we can read`
  if (file.size > pictureBytes) return `${file.name} has more than 10 MB`
  return null
}

/** Returns an object URL for the file while the component is mounted; null until it has been created. */
export function useObjectURL(file: Blob | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (file === null) return undefined
    const made = URL.createObjectURL(file)
    // An effect creates the URL instead of the render, because it must be revoked.
    // oxlint-disable-next-line react/set-state-in-effect
    setAddress(made)
    return () => {
      setAddress(null)
      URL.revokeObjectURL(made)
    }
  }, [file])
  return address
}
