import { Button } from '@mantine/core'

import { identityWords, type TradeInRow, tradeIns } from '../../../../contract/sales/trade-ins.ts'
import { callForFile } from '../../../lib/api.ts'
import { formatMoment, formatPeso } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { usePdf } from '../../../ui/usePdf.ts'
import { SettleTradeIn, TradeInUses } from './SettleTradeIn.tsx'

/** How an accepted trade-in stands: what is left of it, and who accepted it. */
export function AcceptedTradeIn({
  tradeIn,
  onStored,
}: {
  tradeIn: TradeInRow
  onStored: (tradeIn: TradeInRow) => void
}) {
  const account = useAccount()
  const timeZone = useTimeZone()
  const facts: [string, string][] = [
    ['Accepted', `${formatMoment(tradeIn.acceptedAt!, timeZone)} by ${tradeIn.acceptedBy?.name ?? 'the shop itself'}`],
    ...(tradeIn.identitySeenBy && tradeIn.identityDocument
      ? [
          ['Identity seen by', `${tradeIn.identitySeenBy.name}, ${identityWords[tradeIn.identityDocument]}`] as [
            string,
            string,
          ],
        ]
      : []),
    ...(tradeIn.status === 'Accepted' ? [['Left to use', formatPeso(tradeIn.left)] as [string, string]] : []),
    ...closingFacts(tradeIn, timeZone, 'Given back'),
  ]
  return (
    <section className="panel accept" aria-labelledby="accept-title">
      <header>
        <h2 id="accept-title">
          <i className="oct">4</i>Accepted
        </h2>
        <PrintPaper tradeIn={tradeIn} />
      </header>
      <div className="accept-body">
        <p className="offer">
          Offer <strong>{formatPeso(tradeIn.offer!)}</strong>
        </p>
        <Facts facts={facts} />
        <TradeInUses uses={tradeIn.uses} />
        {tradeIn.left > 0 && <SettleTradeIn tradeIn={tradeIn} onStored={onStored} />}
        {tradeIn.status === 'Accepted' && may(account, 'trade_ins.return') && (
          <GiveBack tradeIn={tradeIn} onStored={onStored} />
        )}
      </div>
    </section>
  )
}

function GiveBack({ tradeIn, onStored }: { tradeIn: TradeInRow; onStored: (tradeIn: TradeInRow) => void }) {
  const dialogs = useDialogs()
  const give = useWrite(tradeIns.giveBack)
  async function send() {
    const confirmed = await dialogs.confirm({
      title: `Give the pieces of ${tradeIn.tradeInNumber} back?`,
      text: 'Look for the pieces first. Their grams leave the scrap, and the shop owes nothing for them.',
      action: 'Give back',
      danger: true,
    })
    if (!confirmed) return
    try {
      onStored((await give.mutateAsync({ id: tradeIn.tradeInID, body: { updatedAt: tradeIn.updatedAt } })).data)
    } catch (error) {
      toasts.error(`Error: ${(error as Error).message}`)
    }
  }
  return (
    <Button fullWidth disabled={tradeIn.left !== tradeIn.offer} loading={give.isPending} onClick={() => void send()}>
      Give the pieces back
    </Button>
  )
}

/** How a declined trade-in ended. */
export function DeclinedTradeIn({ tradeIn }: { tradeIn: TradeInRow }) {
  const timeZone = useTimeZone()
  return (
    <section className="panel accept" aria-labelledby="accept-title">
      <header>
        <h2 id="accept-title">Declined</h2>
      </header>
      <div className="accept-body">
        <Facts
          facts={[
            ...(tradeIn.offer === null ? [] : [['Offer', formatPeso(tradeIn.offer)] as [string, string]]),
            ...closingFacts(tradeIn, timeZone, 'Declined'),
          ]}
        />
      </div>
    </section>
  )
}

const closingFacts = ({ closedAt, closedBy, closeReason }: TradeInRow, timeZone: string, verb: string) =>
  closedAt === null
    ? []
    : ([
        [verb, `${formatMoment(closedAt, timeZone)} by ${closedBy?.name ?? 'the shop itself'}`],
        ...(closeReason === null ? [] : [['Reason', closeReason]]),
      ] as [string, string][])

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className="trade-in-facts">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Downloads the paper that the customer signs. */
export function PrintPaper({ tradeIn: { tradeInID: id, tradeInNumber } }: { tradeIn: TradeInRow }) {
  const { making, makePdf } = usePdf()
  return (
    <Button
      size="sm"
      loading={making}
      onClick={() => void makePdf(tradeInNumber, () => callForFile(tradeIns.pdf, { id }))}
    >
      Print the paper
    </Button>
  )
}
