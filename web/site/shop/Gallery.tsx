import { lazy, type MouseEvent, Suspense, useRef, useState } from 'react'

import type { ShopItemDetails } from '../../../contract/catalogue/shop.ts'
import { NoPicture, Picture } from '../parts/Picture.tsx'
import { useSite } from '../parts/site.ts'

// Most visitors never look that close.
const Zoom = lazy(async () => ({ default: (await import('./Zoom.tsx')).Zoom }))

const sizes = '(max-width: 900px) 100vw, (max-width: 1340px) 52vw, 590px'

/**
 * A piece's pictures: one large, the others beside it. Each is a link to the picture itself; where scripts run, a small
 * one changes the large one, and the large one opens to be looked at closely.
 */
export function Gallery({ item }: { item: ShopItemDetails }) {
  const { item: words, shop } = useSite().words
  const [shown, setShown] = useState(0)
  const [zoomed, setZoomed] = useState(false)
  const large = useRef<HTMLAnchorElement>(null)
  const { pictures, itemName } = item
  const path = pictures[shown]
  if (path === undefined)
    return (
      <div className="gallery alone">
        <div className="frame">
          <NoPicture />
          <p className="no-picture-yet">{shop.noPicture}</p>
        </div>
      </div>
    )
  return (
    <div className={pictures.length > 1 ? 'gallery' : 'gallery alone'}>
      {pictures.length > 1 && (
        <ul aria-label={words.pictures}>
          {pictures.map((small, n) => (
            <li key={`${n} ${small}`}>
              <a
                className="frame"
                href={small}
                aria-current={n === shown ? 'true' : undefined}
                onClick={inPlace(() => setShown(n))}
              >
                <Picture path={small} alt={words.view(n + 1)} sizes="(max-width: 900px) 22vw, 84px" soon />
              </a>
            </li>
          ))}
        </ul>
      )}
      <figure>
        <a className="frame" href={path} ref={large} title={words.zoom} onClick={inPlace(() => setZoomed(true))}>
          <Picture path={path} alt={itemName} sizes={sizes} eager />
        </a>
      </figure>
      {zoomed && (
        <Suspense>
          <Zoom
            pictures={pictures}
            name={itemName}
            shown={shown}
            show={setShown}
            close={() => {
              setZoomed(false)
              large.current?.focus()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

/** What a plain click does instead of following the link; one that asks for another tab still does. */
const inPlace = (act: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  act()
}
