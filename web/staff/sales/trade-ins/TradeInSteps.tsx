import { Button, Checkbox, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { users } from '../../../../contract/people/users.ts'
import { findOfferProblem } from '../../../../contract/pricing/trade-in-rules.ts'
import { identityDocuments, identityWords, type TradeInRow, tradeIns } from '../../../../contract/sales/trade-ins.ts'
import { formatPeso } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { useSettings } from '../../../lib/settings.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { NumberBox } from '../../../ui/form/NumberBox.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import { toasts } from '../../../ui/toasts.ts'
import { AcceptedTradeIn, DeclinedTradeIn, PrintPaper } from './ClosedTradeIn.tsx'

type Props = {
  tradeIn: TradeInRow | null
  /** The sum of the pieces as typed; null while a figure is missing. */
  reckoned: number | null
  sellValue: number | null
  /** What an offer still needs. */
  missing: readonly string[]
  /** Saves what was typed, and returns the stored trade-in. */
  onSave: () => Promise<TradeInRow | null>
  onStored: (tradeIn: TradeInRow) => void
}

/** The last steps of a trade-in: the offer, and its acceptance on a signed paper. Afterwards it shows how it ended. */
export function TradeInSteps(props: Props) {
  const { tradeIn } = props
  if (tradeIn && tradeIn.acceptedAt === null && tradeIn.closedAt !== null) return <DeclinedTradeIn tradeIn={tradeIn} />
  if (tradeIn?.acceptedAt) return <AcceptedTradeIn tradeIn={tradeIn} onStored={props.onStored} />
  return <OfferAndAccept {...props} />
}

function OfferAndAccept({ tradeIn, reckoned, sellValue, missing, onSave, onStored }: Props) {
  const account = useAccount()
  const dialogs = useDialogs()
  const [typed, setTyped] = useState<number | null>(tradeIn?.offer ?? null)
  const makeOffer = useWrite(tradeIns.offer)
  const offer = typed ?? reckoned
  const problem =
    offer !== null && reckoned !== null && sellValue !== null ? findOfferProblem(offer, reckoned, sellValue) : null
  const isDenied = problem !== null && !may(account, 'trade_ins.offer_more')
  const isMade = tradeIn?.status === 'Offered' && missing.length === 0 && typed === tradeIn.offer

  async function send() {
    if (offer === null || isDenied || missing.length > 0 || makeOffer.isPending) return
    const confirmed =
      problem?.needs === 'confirmation' &&
      (await dialogs.confirm({
        title: `Offer ${formatPeso(offer)}?`,
        text: `The metal sells for ${formatPeso(sellValue!)}: the shop would pay more than it gets for it.`,
        action: 'Offer this much',
        danger: true,
      }))
    if (problem?.needs === 'confirmation' && !confirmed) return
    const saved = await onSave()
    if (saved === null) return
    try {
      const body = { ...(typed !== null && { offer: typed }), confirmed, updatedAt: saved.updatedAt }
      onStored((await makeOffer.mutateAsync({ id: saved.tradeInID, body })).data)
    } catch (error) {
      toasts.error(`Error: ${(error as Error).message}`)
    }
  }

  return (
    <section className="panel accept" aria-labelledby="accept-title">
      <header>
        <h2 id="accept-title">
          <i className={isMade ? 'oct now' : 'oct next'}>4</i>Accept
        </h2>
        {isMade && <PrintPaper tradeIn={tradeIn} />}
      </header>
      <div className="accept-body">
        <div className="offer">
          <NumberBox
            label="Offer"
            prefix="₱"
            places={2}
            value={offer}
            error={isDenied ? problem.sentence : undefined}
            onChange={setTyped}
          />
        </div>
        <p className="how">
          {reckoned === null
            ? 'The offer follows from the tested pieces and today’s rates.'
            : `Reckoned ${formatPeso(reckoned)}; more than that needs a Manager`}
        </p>
        {!isMade && (
          <SubmitButton
            fullWidth
            missing={isDenied ? [problem.sentence] : missing}
            pending={makeOffer.isPending}
            onPress={() => void send()}
          >
            Make the offer
          </SubmitButton>
        )}
        {isMade && <Accept tradeIn={tradeIn} onStored={onStored} />}
        {tradeIn && <Decline tradeIn={tradeIn} onStored={onStored} />}
      </div>
    </section>
  )
}

function Accept({ tradeIn, onStored }: { tradeIn: TradeInRow; onStored: (tradeIn: TradeInRow) => void }) {
  const settings = useSettings()
  const account = useAccount()
  const staff = useQuery(readQuery(users.staff, {}))
  const [signed, setSigned] = useState(false)
  const [seenBy, setSeenBy] = useState<number | null>(tradeIn.needsIdentity ? (account?.userID ?? null) : null)
  const [document, setDocument] = useState<(typeof identityDocuments)[number] | null>(null)
  const accept = useWrite(tradeIns.accept)
  const missing = [
    ...(tradeIn.needsIdentity && (seenBy === null || document === null)
      ? ['Say who saw a document of identity and which kind it was']
      : []),
    ...(signed ? [] : ['Print the paper and let the customer sign it first']),
  ]

  async function send() {
    if (missing.length > 0 || accept.isPending) return
    try {
      const body = {
        signed: true as const,
        identitySeenByID: seenBy,
        identityDocument: document,
        updatedAt: tradeIn.updatedAt,
      }
      const { data } = await accept.mutateAsync({ id: tradeIn.tradeInID, body })
      toasts.success(`${data.tradeInNumber} is bought for ${formatPeso(data.offer!)}`)
      onStored(data)
    } catch (error) {
      toasts.error(`Error: ${(error as Error).message}`)
    }
  }
  useShortcuts('Trade-in', [{ key: 'F9', what: 'Accept', run: () => void send() }])
  return (
    <>
      {tradeIn.needsIdentity && (
        <>
          <div className="two">
            <Select<number>
              label="Identity seen by"
              required
              data={(staff.data?.data ?? []).map(({ userID, name }) => ({ value: userID, label: name }))}
              value={seenBy}
              onChange={setSeenBy}
            />
            <Select<(typeof identityDocuments)[number]>
              label="Kind of document"
              required
              data={identityDocuments.map((kind) => ({ value: kind, label: identityWords[kind] }))}
              value={document}
              onChange={setDocument}
            />
          </div>
          <p className="hint">
            From {formatPeso(settings?.identityFrom ?? 0)} the shop notes who saw a document and which kind. No number
            and no copy is kept.
          </p>
        </>
      )}
      <Checkbox
        label={`${tradeIn.customer.name} has signed the paper`}
        checked={signed}
        onChange={(event) => setSigned(event.currentTarget.checked)}
      />
      <SubmitButton fullWidth missing={missing} pending={accept.isPending} onPress={() => void send()}>
        Accept
      </SubmitButton>
    </>
  )
}

function Decline({ tradeIn, onStored }: { tradeIn: TradeInRow; onStored: (tradeIn: TradeInRow) => void }) {
  const dialogs = useDialogs()
  const decline = useWrite(tradeIns.decline)
  async function send() {
    const confirmed = await dialogs.confirm({
      title: `Decline ${tradeIn.tradeInNumber}?`,
      text: 'The shop does not buy these pieces. The document stays, and changes no more.',
      action: 'Decline',
      danger: true,
    })
    if (!confirmed) return
    try {
      onStored((await decline.mutateAsync({ id: tradeIn.tradeInID, body: { updatedAt: tradeIn.updatedAt } })).data)
    } catch (error) {
      toasts.error(`Error: ${(error as Error).message}`)
    }
  }
  return (
    <Button fullWidth loading={decline.isPending} onClick={() => void send()}>
      Decline
    </Button>
  )
}
