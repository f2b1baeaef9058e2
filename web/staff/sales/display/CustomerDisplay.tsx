import './display.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { goldRates } from '../../../../contract/pricing/gold-rates.ts'
import { dayIn } from '../../../../contract/shared/dates.ts'
import { useCompany } from '../../../lib/company.ts'
import { formatDay, formatInUnit, formatPeso, formatWeight } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useNow } from '../../../lib/useNow.ts'
import { Hallmark } from '../../../theme/Hallmark.tsx'
import { Logo } from '../../../theme/Logo.tsx'
import { AssayLine } from '../../../ui/AssayLine.tsx'
import { type DisplayedLine, type DisplayedSale, followTills } from './displayChannel.ts'

/**
 * The customer's display: a second window that follows the till of this browser. It has no controls and shows no cost.
 * Without a sale it shows the shop's mark.
 */
export function CustomerDisplay() {
  const [sale, setSale] = useState<DisplayedSale | null>(null)
  useEffect(() => followTills(setSale), [])
  return (
    <main className={sale === null ? 'customer-display idle' : 'customer-display'}>
      <title>Customer’s display</title>
      {sale === null ? (
        <Idle />
      ) : (
        <>
          <Show sale={sale} />
          <Bill sale={sale} />
        </>
      )}
    </main>
  )
}

function Idle() {
  const company = useCompany()
  return (
    <section className="show">
      <h1 className="crest">{company && <Logo company={company} size={96} />}</h1>
      <GoldToday />
    </section>
  )
}

/** Shows what a gram of each karat sells for today. A rate of another day is none of today. */
function GoldToday() {
  const timeZone = useTimeZone()
  const today = dayIn(timeZone, useNow(60_000))
  const { data } = useQuery(readQuery(goldRates.current, {}))
  const rates = (data?.data ?? []).flatMap(({ karat, latest }) =>
    latest !== null && dayIn(timeZone, new Date(latest.fromAt)) === today ? [{ karat, price: latest.sellPerGram }] : [],
  )
  if (rates.length === 0) return null
  return (
    <div className="gold-today">
      <p>Gold today, per gram · {formatDay(today)}</p>
      <ul>
        {rates.map(({ karat, price }) => (
          <li key={karat}>
            <Hallmark karat={karat} />
            <b>{formatPeso(price).replace(/\.00$/, '')}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Shows the piece that was added last, or thanks after the sale. */
function Show({ sale: { lines, newestKey, isCompleted, firstName } }: { sale: DisplayedSale }) {
  const company = useCompany()
  const newest = lines.find(({ key }) => key === newestKey) ?? lines.at(-1)
  return (
    <section className="show" aria-label={isCompleted ? 'Thank you' : 'The piece'}>
      <div className="mark">{company && <Logo company={company} size={44} />}</div>
      {isCompleted ? (
        <>
          <div className="fan">
            {lines.slice(-4).map(({ key, image }) => image !== null && <img key={key} src={image} alt="" />)}
          </div>
          <div className="thanks">
            <h1>Thank you{firstName === null ? '' : `, ${firstName}`}</h1>
            <p lang="tl">Salamat po</p>
            <p lang="ja">ありがとうございました</p>
          </div>
        </>
      ) : (
        newest && <Piece key={newest.key} line={newest} />
      )}
    </section>
  )
}

function Piece({ line: { name, image, karat, uom, grams, stone, price } }: { line: DisplayedLine }) {
  const facts = [uom !== 'BULK' && grams > 0 && formatWeight(grams), stone].filter(Boolean).join(' · ')
  return (
    <>
      <div className="big">{image !== null && <img src={image} alt="" />}</div>
      <div className="say">
        <h1>{name}</h1>
        <p>
          {karat && <Hallmark karat={karat} />}
          <span>{facts}</span>
          <b>{formatPeso(price)}</b>
        </p>
      </div>
    </>
  )
}

function Bill({ sale }: { sale: DisplayedSale }) {
  const { lines } = sale
  return (
    <section className="bill" aria-label="Your sale">
      <h2>{lines.length === 1 ? 'Your piece' : `Your ${nameCount(lines.length)} pieces`}</h2>
      <ol>
        {lines.map((line) => (
          <BillLine key={line.key} line={line} isNewest={line.key === sale.newestKey} />
        ))}
      </ol>
      <Sums sale={sale} />
    </section>
  )
}

const smallCounts = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
/** Writes a count from 2 to 12 as a word. */
const nameCount = (count: number) => smallCounts[count - 2] ?? String(count)

function BillLine({ line, isNewest }: { line: DisplayedLine; isNewest: boolean }) {
  const { name, image, quantity, uom, price, total } = line
  return (
    <li
      ref={(element) => {
        if (isNewest) element?.scrollIntoView({ block: 'nearest' })
      }}
    >
      {image === null ? <span className="no-picture" /> : <img src={image} alt="" width={58} height={58} />}
      <div>
        <b>{name}</b>
        <AssayLine piece={line} price={price} margin={null} forCustomer />
        {quantity !== 1 && (
          <small>
            {formatInUnit(quantity, uom)} × {formatPeso(price)}
          </small>
        )}
      </div>
      <span className="amount">{formatPeso(total)}</span>
    </li>
  )
}

/** Shows the sums. A row without an amount is left out. */
function Sums({ sale }: { sale: DisplayedSale }) {
  const { subtotal, discount, shippingFee, total, payments, balance, change, isCompleted } = sale
  const rows = [
    { name: 'Subtotal', amount: discount > 0 || shippingFee > 0 ? subtotal : 0, sign: '' },
    { name: 'Discount', amount: discount, sign: '−' },
    { name: 'Shipping fee', amount: shippingFee, sign: '' },
  ].filter(({ amount }) => amount > 0)
  return (
    <div className="foot">
      <dl>
        {rows.map(({ name, amount, sign }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{sign + formatPeso(amount)}</dd>
          </div>
        ))}
        <div className="sum-total">
          <dt>Total</dt>
          <dd>{formatPeso(total)}</dd>
        </div>
        {payments.map(({ name, amount }, n) => (
          // Payments have no key of their own here, and their order does not change.
          <div key={n}>
            <dt>{name}</dt>
            <dd>{formatPeso(amount)}</dd>
          </div>
        ))}
        {payments.length > 0 && balance > 0 && !isCompleted && (
          <div>
            <dt>Balance</dt>
            <dd>{formatPeso(balance)}</dd>
          </div>
        )}
      </dl>
      {change > 0 && (
        <output className={isCompleted ? 'handed' : 'handed counted'}>
          <span>Change</span>
          <strong>{formatPeso(change)}</strong>
        </output>
      )}
    </div>
  )
}
