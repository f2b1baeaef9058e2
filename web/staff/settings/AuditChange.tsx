import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { type AuditDetails, describeAuditActor, describeAuditRow } from '../../../contract/company/audit.ts'
import { auditLinkOf } from '../../../contract/shared/entities.ts'
import { formatMoment } from '../../lib/format.ts'
import { useTimeZone } from '../../lib/settings.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { type ComparedField, compareFields } from './auditWords.ts'

/** Shows the record before and after a change, side by side. A new record has only the "after" side. */
export function AuditChange({ change, onClose }: { change: AuditDetails; onClose: () => void }) {
  const timeZone = useTimeZone()
  const fields = compareFields(change, timeZone)
  const changed = fields.filter((field) => field.changed).length
  const link = auditLinkOf(change)
  const [hasBefore, hasAfter] = [change.before !== null, change.after !== null]
  return (
    <Dialog title={describeAuditRow(change)} size={hasBefore ? 920 : 640} full onClose={onClose}>
      <div className="dlg-body">
        <p>
          {describeAuditActor(change)}, {formatMoment(change.at, timeZone)}
          {link && (
            <>
              {' · '}
              <Link className="link" to={link}>
                Open the record
              </Link>
            </>
          )}
        </p>
        {fields.length === 0 ? (
          <p>Nothing but the fact was written down.</p>
        ) : (
          <>
            {hasBefore && hasAfter && <p>{formatChangeCount(changed)}</p>}
            <table className="compared">
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  {hasBefore && <th scope="col">Before</th>}
                  {hasAfter && <th scope="col">{hasBefore ? 'After' : 'Made with'}</th>}
                </tr>
              </thead>
              <tbody>
                {fields.map((field) => (
                  <Compared key={field.field} {...field} hasBefore={hasBefore} hasAfter={hasAfter} />
                ))}
              </tbody>
            </table>
          </>
        )}
      </div>
      <div className="dlg-foot">
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </div>
    </Dialog>
  )
}

const formatChangeCount = (changed: number) => {
  if (changed === 0) return 'No field is different.'
  return changed === 1 ? 'One field changed; it is marked.' : `${changed} fields changed; they are marked.`
}

function Compared({
  label,
  before,
  after,
  changed,
  hasBefore,
  hasAfter,
}: ComparedField & { hasBefore: boolean; hasAfter: boolean }) {
  return (
    <tr data-changed={changed || undefined}>
      <th scope="row">
        {label}
        {changed && <span className="vh"> (changed)</span>}
      </th>
      {hasBefore && <Lines name="Before" lines={before} />}
      {hasAfter && <Lines name={hasBefore ? 'After' : 'Made with'} lines={after} />}
    </tr>
  )
}

const Lines = ({ name, lines }: { name: string; lines: readonly string[] }) => (
  <td data-name={name}>
    {lines.map((line, at) => (
      <div key={at}>{line}</div>
    ))}
  </td>
)
