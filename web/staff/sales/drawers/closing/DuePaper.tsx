import type { ShopDayRow } from '../../../../../contract/insight/shop-day.ts'
import { Paper } from '../../../../ui/Paper.tsx'
import { describeDue, whenOf } from './DueNextDay.tsx'
import { formatWeekday } from './weekday.ts'

/** Lays out on a roll what is due on the next day. */
export const DuePaper = ({ day: { due, nextDay } }: { day: ShopDayRow }) => (
  <Paper size={80} label="Due tomorrow">
    <section>
      <h1>Due tomorrow</h1>
      <p>{formatWeekday(nextDay)}</p>
    </section>
    <section>
      <table>
        <tbody>
          {due.map((entry) => (
            <tr key={`${entry.kind} ${entry.recordID}`}>
              <td>
                {describeDue(entry)}
                <small>{[entry.customerName, entry.transactionNumber].filter(Boolean).join(', ')}</small>
              </td>
              <td className="r">{whenOf(entry)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </Paper>
)
