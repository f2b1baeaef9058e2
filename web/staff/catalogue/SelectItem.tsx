import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type ItemRow, items } from '../../../contract/catalogue/items.ts'
import { formatPeso } from '../../lib/format.ts'
import { readQuery } from '../../lib/query.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { formatAmount } from '../shared/stock.ts'

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
            isStockShown={locationID !== undefined}
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
  isStockShown,
  onAdd,
}: {
  rows: readonly ItemRow[]
  isStockShown: boolean
  onAdd: (item: ItemRow) => void
}) {
  return (
    // The region scrolls sideways in a narrow window and must be focusable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="scroll" tabIndex={0} aria-label="Items">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Item Code</th>
            <th scope="col">Name</th>
            <th scope="col">Description</th>
            {isStockShown && (
              <th scope="col" className="r">
                Left here
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
              <td>{item.itemCode}</td>
              <td>
                {item.itemName}
                {!item.status && <small className="below">Inactive</small>}
              </td>
              <td>{item.description}</td>
              {isStockShown && <td className="r">{formatAmount(item.available, item)}</td>}
              <td className="r">{formatPeso(item.price)}</td>
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
