import '../../tray.css'
import type { ShopDayRow } from '../../../../../contract/insight/shop-day.ts'
import { formatPeso, formatQuantity, formatWeight } from '../../../../lib/format.ts'
import { focusClass } from '../../../../theme/focusClass.ts'
import { formatWeekday } from './weekday.ts'

/** The pieces that left the house on the day, on a tray. */
export function DayPieces({ day: { date, lines, lineCount, pieceCount, gold, total } }: { day: ShopDayRow }) {
  const grams = gold.reduce((sum, one) => sum + one.grams, 0)
  return (
    <section className="tray day-tray" aria-label="Today’s pieces">
      <header>
        <h2>Today’s pieces</h2>
        <p>
          {lineCount === 0 ? 'nothing left the house' : 'what left the house'} on {formatWeekday(date)}
        </p>
      </header>
      {lines.length > 0 && (
        <ul className="wells">
          {lines.map(({ salesItemID, itemName, image_url, image_focus, orderQty, uom, lineTotal }) => (
            <li key={salesItemID} className="well">
              {image_url ? (
                <img className={focusClass(image_focus)} src={image_url} alt={itemName} loading="lazy" />
              ) : (
                <span className="no-pic">
                  <span className="vh">{itemName}</span>
                </span>
              )}
              <span className="well-tag">
                {formatPeso(lineTotal).replace(/\.00$/, '')}
                {uom !== 'BULK' && orderQty !== 1 && ` · ${formatQuantity(orderQty)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {lineCount > lines.length && (
        <p className="day-more">and {formatQuantity(lineCount - lines.length)} more lines</p>
      )}
      {lineCount > 0 && (
        <p className="lip">
          <b>
            {formatQuantity(pieceCount)} {pieceCount === 1 ? 'piece' : 'pieces'}
            {grams > 0 && ` · ${formatWeight(grams)}`}
          </b>
          {gold.length > 1 && <span>{gold.map((one) => `${one.karat} ${formatWeight(one.grams)}`).join(', ')}</span>}
          <b className="day-total">{formatPeso(total)}</b>
        </p>
      )}
    </section>
  )
}
