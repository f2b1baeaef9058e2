import './selectItem.css'
import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type ItemRow, items } from '../../../contract/catalogue/items.ts'
import { formatPeso } from '../../lib/format.ts'
import { readQuery } from '../../lib/query.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { usePhone } from '../../ui/usePhone.ts'
import { formatAmount } from '../shared/stock.ts'
import { ItemAssay } from './ItemAssay.tsx'

const pageSize = 10

/**
 * Selects one item for a line of a document: an Active one, or any with `inactiveToo`. A selection closes the dialog.
 */
export function SelectItem({
  inactiveToo = false,
  locationID,
  onAdd,
  onClose,
}: {
  inactiveToo?: boolean
  /** Shows what is left at this location; null means at all locations. */
  locationID?: number | null
  onAdd: (item: ItemRow) => void
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 200)
  const [page, setPage] = useState(1)
  const { data, error } = useQuery({
    ...readQuery(items.list, {
      query: {
        search,
        page,
        pageSize,
        sort: 'itemCode',
        ...(!inactiveToo && { status: 'true' }),
        ...(locationID && { locationID }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const rows = data?.data ?? []
  const total = data?.meta.total ?? 0
  return (
    <Dialog title="Select Item" size={860} full onClose={onClose}>
      <div className="dlg-body">
        <TextInput
          aria-label="Search items"
          placeholder="Code, name, barcode or description"
          leftSection={<SearchIcon />}
          data-autofocus
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setPage(1)
          }}
        />
        {error && (
          <div role="alert" className="error-line">
            <p>Error: Failed to fetch items.</p>
            <p>{error.message}</p>
          </div>
        )}
        {!data && !error && <output>Loading...</output>}
        {data && total === 0 && <p>{search === '' ? 'There are no items yet.' : 'No item fits.'}</p>}
        {rows.length > 0 && (
          <ItemTable
            rows={rows}
            stock={locationID === undefined ? null : locationID === null ? 'Left' : 'Left here'}
            onAdd={(item) => {
              onAdd(item)
              onClose()
            }}
          />
        )}
      </div>
      <div className="dlg-foot">
        <small>{total > 0 && `${(page - 1) * pageSize + 1}–${Math.min(page * pageSize, total)} of ${total}`}</small>
        <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
          Previous
        </Button>
        <Button disabled={page * pageSize >= total} onClick={() => setPage(page + 1)}>
          Next
        </Button>
      </div>
    </Dialog>
  )
}

function ItemTable({
  rows,
  stock,
  onAdd,
}: {
  rows: readonly ItemRow[]
  /** The header of the stock; null where it is not shown. */
  stock: string | null
  onAdd: (item: ItemRow) => void
}) {
  // On a phone the code stands below the name and the stock below the price, so that Add stays in view.
  const phone = usePhone()
  return (
    // The region scrolls sideways in a narrow window and must be focusable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="select-item" tabIndex={0} aria-label="Items">
      <table className="table">
        <thead>
          <tr>
            {!phone && <th scope="col">Item Code</th>}
            <th scope="col">Name</th>
            {!phone && <th scope="col">Description</th>}
            {!phone && stock !== null && (
              <th scope="col" className="r">
                {stock}
              </th>
            )}
            <th scope="col" className="r">
              Price
            </th>
            <th scope="col">
              <span className="vh">Add</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((item) => (
            <tr key={item.itemID}>
              {!phone && <td>{item.itemCode}</td>}
              <td className="select-item-name">
                {item.itemName}
                {phone && <small className="below">{item.itemCode}</small>}
                {!item.status && <small className="below">Inactive</small>}
                {/* A till has a location, and its customer may see the screen: the margin stays hidden there. */}
                <div>
                  <ItemAssay item={stock === null ? item : { ...item, cost: undefined }} />
                </div>
              </td>
              {!phone && <td>{item.description}</td>}
              {!phone && stock !== null && <td className="r">{formatAmount(item.available, item)}</td>}
              <td className="r">
                {formatPeso(item.price)}
                {phone && stock !== null && (
                  <small className="below">
                    {formatAmount(item.available, item)} {stock.toLowerCase()}
                  </small>
                )}
              </td>
              <td>
                <Button size="sm" aria-label={`Add ${item.itemName}`} onClick={() => onAdd(item)}>
                  Add
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
