import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

import type { ItemRow } from '../../../contract/items.ts'
import { grams, peso, quantity } from '../../lib/format.ts'
import { Hallmark } from '../../theme/Hallmark.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

/** Everything about an item, to read. */
export function ItemDetails({ item, onEdit, onClose }: { item: ItemRow; onEdit: () => void; onClose: () => void }) {
  return (
    <Dialog title="ITEM DETAILS AND IMAGES" size={1000} full onClose={onClose}>
      <div className="details">
        <dl>
          <Fact name="Item code">{item.itemCode}</Fact>
          <Fact name="Item name">{item.itemName}</Fact>
          <Fact name="Category">{item.categoryName}</Fact>
          <Fact name="Price">{peso(item.price)}</Fact>
          <Fact name="Cost">{peso(item.cost)}</Fact>
          <Fact name="Description">{item.description ?? 'No description'}</Fact>
          <Fact name="Barcode">{item.barcode}</Fact>
          <Fact name="Grams">{grams(item.grams)}</Fact>
          <Fact name="UOM">{item.uom}</Fact>
          <Fact name="Available">{quantity(item.available) + (item.uom === 'BULK' ? ' g' : '')}</Fact>
          <Fact name="Karat">{item.karat && <Hallmark karat={item.karat} />}</Fact>
          <Fact name="Metal">{item.metal}</Fact>
          <Fact name="Stone">{item.stone}</Fact>
          <Fact name="Size">{item.size}</Fact>
          <Fact name="Certificate number">{item.certificateNumber}</Fact>
          <Fact name="Lead time">{item.leadTimeDays === null ? null : `${item.leadTimeDays} days`}</Fact>
          <Fact name="Status">
            <StatusBadge status={item.status} />
          </Fact>
        </dl>
        {item.images.length === 0 ? (
          <p className="no-images">No images available</p>
        ) : (
          <ul aria-label="Images">
            {item.images.map(({ id, url, thumb_url }, n) => (
              <li key={id}>
                <a href={url} target="_blank" rel="noreferrer">
                  <img
                    src={thumb_url}
                    srcSet={`${thumb_url} 320w, ${url} 1600w`}
                    sizes={item.images.length === 1 ? '500px' : '250px'}
                    alt={`${item.itemName}, ${n + 1} of ${item.images.length}`}
                    width={320}
                    height={320}
                  />
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="dlg-foot">
        <Button onClick={onEdit}>Edit</Button>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </div>
    </Dialog>
  )
}

/** One line of the details; none where there is nothing to say. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
