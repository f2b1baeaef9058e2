import { useQuery } from '@tanstack/react-query'

import { items } from '../../../../contract/catalogue/items.ts'
import type { PieceRow } from '../../../../contract/stock/pieces.ts'
import { readQuery } from '../../../lib/query.ts'
import { Gallery } from '../../shared/pictures/Gallery.tsx'

/** Shows the pictures of a piece, or else those of its item. */
export function PiecePictures({ piece: { images, itemID, item, number, image_url } }: { piece: PieceRow }) {
  const isOfItem = images.length === 0 && image_url !== null
  const { data } = useQuery({ ...readQuery(items.images, { itemID }), enabled: isOfItem })
  if (!isOfItem) return <Gallery images={images} name={number} />
  if (!data) return <div />
  return (
    <Gallery images={data.data.images} name={item.itemName}>
      <p className="hint">The pictures of {item.itemName}: this piece has none of its own.</p>
    </Gallery>
  )
}
