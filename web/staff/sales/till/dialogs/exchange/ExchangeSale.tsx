import './exchange.css'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import type { ItemRow } from '../../../../../../contract/catalogue/items.ts'
import type { NamedPiece } from '../../../../../../contract/catalogue/named-pieces.ts'
import { exchanges } from '../../../../../../contract/sales/exchanges.ts'
import type { SaleRow } from '../../../../../../contract/sales/sales.ts'
import { recordPathOf, screens } from '../../../../../../contract/shared/screens.ts'
import { formatPeso } from '../../../../../lib/format.ts'
import { useWrite } from '../../../../../lib/query.ts'
import { Dialog } from '../../../../../ui/dialog/Dialog.tsx'
import { useDialogs } from '../../../../../ui/dialog/dialogs.tsx'
import { useCloseGuard } from '../../../../../ui/form/useCloseGuard.ts'
import { SelectItem } from '../../../../catalogue/SelectItem.tsx'
import { ChoosePiece } from '../../../../shared/ChoosePiece.tsx'
import { completePayments } from '../../state/exchangeFigures.ts'
import { Difference } from './Difference.tsx'
import { ExchangedGoods } from './ExchangedGoods.tsx'
import { type Exchange, listExchangeProblems, useExchangeDraft } from './exchangeDraft.ts'
import { ReturnedGoods } from './ReturnedGoods.tsx'

/** Exchanges goods of a completed sale for others, and shows the new sale. */
export function ExchangeSale({ sale, onClose }: { sale: SaleRow; onClose: () => void }) {
  const exchange = useExchangeDraft(sale)
  const { draft, figures, change } = exchange
  const [choosing, setChoosing] = useState(false)
  const [ofItem, setOfItem] = useState<ItemRow | null>(null)
  const write = useWrite(exchanges.exchange)
  const [dialogs, navigate] = [useDialogs(), useNavigate()]
  const problems = listExchangeProblems(sale, exchange)
  const title = `Exchange ${sale.transactionNumber}`
  const guard = useCloseGuard({ title, isDirty: exchange.isDirty, isPending: write.isPending, onClose })

  function add(
    { itemID, itemName, itemCode, uom, grams, karat, stone, cost, price }: ItemRow,
    piece: NamedPiece | null,
  ) {
    const good = { itemID, itemName, itemCode, uom, grams, karat, stone, cost, price, piece, orderQty: 1 }
    change({ goods: [...draft.goods, good] })
  }

  async function save() {
    const answer = await write
      .mutateAsync({ id: sale.salesTransactionID, body: createBody(exchange) })
      .catch(() => null)
    if (!answer) return
    guard.allowClosing()
    onClose()
    await navigate(recordPathOf(screens.sales, answer.data.salesTransactionID))
    void dialogs.success('Goods Exchanged!', describeEnd(exchange))
  }
  return (
    <Dialog title={title} size={820} full onClose={() => void guard.close()}>
      <form
        className="dlg"
        aria-label={title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (problems.length === 0 && !write.isPending) void save()
        }}
      >
        <div className="dlg-body">
          <ReturnedGoods sale={sale} exchange={exchange} />
          <ExchangedGoods exchange={exchange} onAdd={() => setChoosing(true)} />
          <Difference sale={sale} exchange={exchange} />
          <TextInput
            label="Reason"
            required
            maxLength={500}
            autoComplete="off"
            value={draft.reason}
            onChange={(event) => change({ reason: event.currentTarget.value })}
          />
        </div>
        <p className="error-line" role="alert">
          {write.error && `Error: ${write.error.message}`}
        </p>
        <div className="dlg-foot">
          <small>{problems[0]}</small>
          <Button onClick={() => void guard.close()}>Cancel</Button>
          <Button
            variant="filled"
            type="submit"
            loading={write.isPending}
            aria-disabled={problems.length > 0 || undefined}
            title={problems.join('\n')}
          >
            {figures.due > 0 ? `Exchange and take ${formatPeso(figures.due)}` : 'Exchange'}
          </Button>
        </div>
      </form>
      {choosing && (
        <SelectItem
          locationID={sale.locationID}
          onAdd={(item) => (item.byPiece ? setOfItem(item) : add(item, null))}
          onClose={() => setChoosing(false)}
        />
      )}
      {ofItem && (
        <ChoosePiece
          item={ofItem}
          locationID={sale.locationID}
          taken={draft.goods.flatMap(({ piece }) => piece?.pieceID ?? [])}
          onChoose={(piece) => {
            add(ofItem, piece)
            setOfItem(null)
          }}
          onLeaveOpen={null}
          onClose={() => setOfItem(null)}
        />
      )}
    </Dialog>
  )
}

/** Returns the request body. */
function createBody({ draft, figures }: Exchange) {
  const { reason, returned, goods, payments, backTypeID, customerID } = draft
  return {
    reason,
    returned: returned.flatMap(({ qty, ...part }) => (qty ? [{ ...part, qty }] : [])),
    items: goods.map(({ itemID, orderQty, price, piece }) => ({
      itemID,
      orderQty: orderQty!,
      price: price!,
      ...(piece && { pieceID: piece.pieceID }),
    })),
    ...(figures.due > 0 && { payments: completePayments(payments, figures.left) }),
    ...(figures.back > 0 && backTypeID !== null && { backTypeID }),
    ...(figures.back > 0 && customerID !== null && { customerID }),
  }
}

/** Says what happens with the difference at the counter. */
function describeEnd({ figures: { due, back }, isCredit }: Exchange) {
  if (back === 0) return due === 0 ? 'Both sides are worth the same.' : `Take ${formatPeso(due)}.`
  return isCredit ? `${formatPeso(back)} became store credit.` : `Hand back ${formatPeso(back)}.`
}
