import type { OrderPage, OrderParcel } from '../../../contract/order-page/order-page.ts'
import { useSite } from '../parts/site.ts'
import { CopyButton } from './CopyButton.tsx'
import { writeDay } from './days.ts'
import { orderWords } from './words/words.ts'

/** What was sent, and the number by which its carrier finds it. */
export const OrderParcels = ({ order: { parcels, today } }: { order: OrderPage }) => (
  <ul className="order-list order-parcels">
    {parcels.map((parcel) => (
      <Parcel key={`${parcel.carrier} ${parcel.trackingNumber}`} parcel={parcel} today={today} />
    ))}
  </ul>
)

function Parcel({ parcel, today }: { parcel: OrderParcel; today: string }) {
  const { language } = useSite()
  const words = orderWords[language]
  const { carrier, trackingNumber, sentOn, trackingAddress, note } = parcel
  return (
    <li>
      <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M2 5h9v9H2zM11 8h4l3 3v3h-7z" />
        <circle cx="5.500" cy="15" r="1.600" />
        <circle cx="14.500" cy="15" r="1.600" />
      </svg>
      <span>
        <b>{carrier}</b> <span className="num">{trackingNumber}</span>
      </span>
      <CopyButton name={`${carrier} ${trackingNumber}`} copied={trackingNumber} />
      <p>
        {note !== null && <>{note} </>}
        <time dateTime={sentOn}>{words.sentOn(writeDay(sentOn, today, language))}</time>
      </p>
      {trackingAddress !== null && (
        <p>
          <a className="under" href={trackingAddress} rel="noreferrer">
            {words.track}
          </a>
        </p>
      )}
    </li>
  )
}
