import './gallery.css'
import { type ReactNode, useState } from 'react'

import type { StoredPicture } from '../../../../contract/shared/covers.ts'
import { focusClass } from '../../../theme/focusClass.ts'

/** Shows one picture in full, and the others below it to choose from. `children` is a note about the pictures. */
export function Gallery({
  images,
  name,
  children,
}: {
  images: readonly StoredPicture[]
  name: string
  children?: ReactNode
}) {
  const [chosen, setChosen] = useState(0)
  const shown = images[chosen] ?? images[0]
  if (!shown) return <p className="no-images panel">No images available</p>
  return (
    <section className="gallery" aria-label="Images">
      <a href={shown.url} target="_blank" rel="noreferrer">
        <img
          className={focusClass(shown.focus)}
          src={shown.url}
          srcSet={`${shown.thumb_url} 320w, ${shown.url} 1600w`}
          sizes="(max-width: 760px) 100vw, 420px"
          alt={`${name}, ${images.indexOf(shown) + 1} of ${images.length}`}
          width={640}
          height={640}
        />
      </a>
      {images.length > 1 && (
        <div className="choice">
          {images.map(({ id, thumb_url }, n) => (
            <button
              key={id}
              type="button"
              aria-label={`Picture ${n + 1}`}
              aria-pressed={images[n] === shown}
              onClick={() => setChosen(n)}
            >
              <img src={thumb_url} alt="" width={64} height={64} />
            </button>
          ))}
        </div>
      )}
      {children}
    </section>
  )
}
