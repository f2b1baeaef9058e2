import { lazy, type MouseEvent, Suspense, useRef, useState } from 'react'

import type { ShopItemDetails } from '../../../contract/catalogue/shop.ts'
import { MagnifyingGlass } from '../parts/icons.tsx'
import { NoPicture, Picture } from '../parts/Picture.tsx'
import { useSite } from '../parts/site.ts'

// Zoom is lazy, because most visitors never open it.
const Zoom = lazy(async () => ({ default: (await import('./Zoom.tsx')).Zoom }))

const sizes = '(max-width: 900px) 100vw, (max-width: 1340px) 52vw, 590px'

/**
 * The pictures of a piece: a large one, and small ones next to it. Without scripts each picture links to its file. With
 * scripts a click on a small picture makes it the large one, and a click on the large picture opens the zoom.
 */
export function Gallery({ item }: { item: ShopItemDetails }) {
  const { item: words, shop } = useSite().words
  const [shown, setShown] = useState(0)
  const [zoomed, setZoomed] = useState(false)
  const large = useRef<HTMLAnchorElement>(null)
  const { pictures, pictureFocuses, itemName } = item
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
                onClick={onPlainClick(() => setShown(n))}
              >
                <Picture
                  path={small}
                  focus={pictureFocuses[n]}
                  alt={words.view(n + 1)}
                  sizes="(max-width: 900px) 22vw, 84px"
                  soon
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      <figure>
        <a className="frame" href={path} ref={large} title={words.zoom} onClick={onPlainClick(() => setZoomed(true))}>
          <Picture path={path} focus={pictureFocuses[shown]} alt={itemName} sizes={sizes} eager />
          <span className="zoom-sign">
            <MagnifyingGlass />
          </span>
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

/** Handles a plain click instead of following the link. A click that opens another tab still follows it. */
const onPlainClick = (act: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  act()
}
