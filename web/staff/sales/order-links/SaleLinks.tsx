import './orderLinks.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type MadeOrderLink, type OrderLinkRow, orderLinks } from '../../../../contract/order-page/order-links.ts'
import { messages } from '../../../../contract/sales/messages.ts'
import { formatDay } from '../../../../contract/shared/dates.ts'
import { messageOf } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { toasts } from '../../../ui/toasts.ts'
import { SaleTerms } from './SaleTerms.tsx'
import { ShareLink } from './ShareLink.tsx'

/** Shows the links with which the buyer of a sale follows it, and makes and revokes them. */
export function SaleLinks({ id }: { id: number }) {
  const account = useAccount()
  const dialogs = useDialogs()
  // The secrets of a link stay in this tab alone, until another link is made.
  const [made, setMade] = useState<MadeOrderLink | null>(null)
  const [isShown, setShown] = useState(false)
  const { data, error } = useQuery(readQuery(orderLinks.ofSale, { id }))
  const make = useWrite(orderLinks.make)
  const revoke = useWrite(orderLinks.revoke)
  const told = useQuery(readQuery(messages.ofSale, { id })).data?.data
  const mail = useWrite(messages.send)
  const onError = (failure: Error) => toasts.error(failure.message)
  if (error) return <p role="alert">Error: {messageOf(error)}</p>
  if (!data) return null
  const [newest] = data.data
  const working = data.data.filter(({ state }) => state === 'Works')
  const isMadeShown = made !== null && working.some(({ orderLinkID }) => orderLinkID === made.link.orderLinkID)
  const canMail = told !== undefined && told.canMail && !told.refused
  const canShare = may(account, 'sales.write') && newest?.state !== 'Ended'

  async function makeLink() {
    const sure =
      working.length === 0 ||
      (await dialogs.confirm({
        title: 'Make a new link?',
        text: 'Each link that the buyer has stops working. Send them the new one.',
        action: 'Make a new link',
      }))
    if (sure)
      make.mutate(
        { id },
        {
          onSuccess: (answer) => {
            setMade(answer.data)
            setShown(true)
          },
          onError,
        },
      )
  }
  /** Queues a mail with a link of its own, so a link that is shown here keeps working. */
  const mailLink = () =>
    mail.mutate(
      { id, body: { kind: 'orderLink', channel: 'email' } },
      { onSuccess: () => toasts.success(`A link goes to ${told?.email}`), onError },
    )
  async function revokeLink({ orderLinkID }: OrderLinkRow) {
    const sure = await dialogs.confirm({
      title: 'Revoke the link?',
      text: 'The page closes for the buyer at once. You can make a new link at any time.',
      action: 'Revoke link',
    })
    if (sure) revoke.mutate({ id, linkID: orderLinkID }, { onError })
  }
  return (
    <section className="sec order-links" aria-label="Page for the buyer">
      {/* A sale without a customer has no heading of the second level before this one. */}
      <h3 aria-level={2}>Page for the buyer</h3>
      {newest === undefined && (
        <p>Shows the buyer this order: its pieces, what is paid, and what is next. Only who has the link opens it.</p>
      )}
      <ul aria-label="Links">
        {data.data.map((link) => (
          <LinkRow key={link.orderLinkID} link={link} />
        ))}
      </ul>
      {canShare && (
        <div className="order-links-buttons">
          {isMadeShown && <Button onClick={() => setShown(true)}>Show the link</Button>}
          <Button loading={make.isPending} onClick={() => void makeLink()}>
            {working.length === 0 ? 'Make a link' : 'Make a new link'}
          </Button>
          {canMail && (
            <Button loading={mail.isPending} onClick={mailLink}>
              Send by e-mail
            </Button>
          )}
          {working.length > 0 && (
            <Button loading={revoke.isPending} onClick={() => void revokeLink(working[0]!)}>
              {working.length === 1 ? 'Revoke link' : 'Revoke links'}
            </Button>
          )}
        </div>
      )}
      <SaleTerms id={id} />
      {made !== null && isShown && <ShareLink made={made} onClose={() => setShown(false)} />}
    </section>
  )
}

/** Says of a link who made it, whether the buyer has opened it, and how it ends. */
function LinkRow({ link }: { link: OrderLinkRow }) {
  const timeZone = useTimeZone()
  const at = (moment: string) => formatMoment(moment, timeZone)
  const { state, createdAt, createdByName, isMailed, firstSeenAt, lastSeenAt, revokedAt, revokedByName, endsOn } = link
  const seen =
    firstSeenAt === null
      ? 'not opened yet'
      : firstSeenAt === lastSeenAt
        ? `opened ${at(firstSeenAt)}`
        : `opened first ${at(firstSeenAt)}, last ${at(lastSeenAt!)}`
  const end =
    state === 'Revoked'
      ? `revoked ${at(revokedAt!)} by ${revokedByName ?? 'the shop'}`
      : state === 'Ended'
        ? `ended on ${formatDay(endsOn!)}`
        : endsOn === null
          ? 'works while the sale is open'
          : `works until ${formatDay(endsOn)}`
  return (
    <li data-state={state}>
      <b>
        {isMailed ? 'Mailed' : 'Made'} {at(createdAt)} by {createdByName ?? 'the shop'}
      </b>
      <small>
        {seen}; {end}
      </small>
    </li>
  )
}
