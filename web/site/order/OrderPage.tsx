import { Fragment, type ReactNode } from 'react'

import { linkDays, orderPath, type ShownOrder } from '../../../contract/order-page/order-page.ts'
import { shopName } from '../../../contract/site/site.ts'
import { Clauses } from '../parts/Clauses.tsx'
import { type Company, useSite } from '../parts/site.ts'
import { writeDay } from './days.ts'
import { HowToPay } from './HowToPay.tsx'
import { OpeningPage } from './OpeningPage.tsx'
import { OrderFrame } from './OrderFrame.tsx'
import { OrderHistory } from './OrderHistory.tsx'
import { OrderNow } from './OrderNow.tsx'
import { OrderPapers } from './OrderPapers.tsx'
import { OrderParcels } from './OrderParcels.tsx'
import { OrderPieces } from './OrderPieces.tsx'
import { OrderSchedule } from './OrderSchedule.tsx'
import { proofAnchor, ProofForm, ProofProblems } from './ProofForm.tsx'
import { orderWords } from './words/words.ts'

// The page on which a buyer follows one order. The server alone renders it. Its only script is openOrder.ts.

export const OrderPage = ({ shown, company }: { shown: ShownOrder; company: Company }) => (
  <OrderFrame shop={company?.companyName ?? shopName} logo={company?.image_url ?? null} path={orderPath}>
    {shown.is === 'order' ? <OpenedOrder {...shown} /> : <OpeningPage is={shown.is} />}
  </OrderFrame>
)

function OpenedOrder({ order, formKey, proof }: Omit<Extract<ShownOrder, { is: 'order' }>, 'is'>) {
  const { language } = useSite()
  const words = orderWords[language]
  const write = (day: string) => writeDay(day, order.today, language)
  const isOpen = order.status === 'Pending' || order.status === 'Processing'
  // Japanese has no space between sentences.
  const space = language === 'ja' ? '' : ' '
  return (
    <>
      <OrderNow order={order} />
      {order.schedule.length > 0 && (
        <OrderSection title={words.schedule} help={words.payments(order.schedule.length)}>
          <OrderSchedule order={order} />
        </OrderSection>
      )}
      <OrderSection
        title={words.pieces}
        help={[words.ordered(write(order.orderDate)), isOpen && words.weighed].filter(Boolean).join(space)}
      >
        <OrderPieces order={order} />
      </OrderSection>
      {order.next !== null && order.accounts.length > 0 && (
        <OrderSection id="pay" title={words.howToPay} help={words.onlyThese(order.accounts.length)}>
          <HowToPay order={order} amount={order.next.amount} />
        </OrderSection>
      )}
      {(order.next !== null || proof !== undefined) && (
        <OrderSection id={proofAnchor} title={words.sending.title} help={words.sending.help}>
          {proof && <ProofProblems problems={proof.problems} />}
          {order.next !== null && <ProofForm order={order} formKey={formKey} {...(proof && { proof })} />}
        </OrderSection>
      )}
      {order.entries.length > 0 && (
        <OrderSection title={words.history}>
          <OrderHistory order={order} />
        </OrderSection>
      )}
      {order.parcels.length > 0 && (
        <OrderSection id="parcel" title={words.parcels(order.parcels.length)}>
          <OrderParcels order={order} />
        </OrderSection>
      )}
      {order.papers.length + order.terms.length > 0 && (
        <OrderSection id="papers" title={words.papers} {...(order.terms.length > 0 && { help: words.asAgreed })}>
          <OrderPapers order={order} />
        </OrderSection>
      )}
      <aside className="order-safe">
        <Lock />
        <div>
          <p className="order-say">
            {words.safe.map((part) => (
              <Fragment key={part}>
                <span className="phrase">{part}</span>
                {space}
              </Fragment>
            ))}
          </p>
          <p className="muted">
            {order.endsOn === null
              ? words.ends(linkDays.afterCompletion, linkDays.afterCancellation)
              : words.endsOn(write(order.endsOn))}
            {space}
            {words.lost}
          </p>
        </div>
      </aside>
    </>
  )
}

/** A part of the page. Its title stands in the margin of a wide screen. */
function OrderSection({
  id,
  title,
  help,
  children,
}: {
  id?: string
  title: string
  help?: string
  children: ReactNode
}) {
  return (
    <section className="order-row" id={id}>
      <div>
        <h2>{title}</h2>
        {help !== undefined && (
          <p className="muted">
            <Clauses text={help} />
          </p>
        )}
      </div>
      <div>{children}</div>
    </section>
  )
}

const Lock = () => (
  <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
    <rect x="4" y="8.500" width="12" height="9" rx="1.500" />
    <path d="M6.800 8.500V6a3.200 3.200 0 0 1 6.400 0v2.500M10 12v2" />
  </svg>
)
