import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'

import { importDrafts } from '../../../../contract/imports/drafts.ts'
import { importNames } from '../../../../contract/imports/import-columns.ts'
import type { Answer } from '../../../../contract/shared/endpoint.ts'
import { formatMoment, formatQuantity } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { draftAddress } from '../draft/draftAddress.ts'

type OpenDraft = Answer<typeof importDrafts.list>['data'][number]

/** Lists the person's files that wait for their import. Each can be continued or thrown away. */
export function OpenDrafts() {
  const timeZone = useTimeZone()
  const client = useQueryClient()
  const dialogs = useDialogs()
  const { data } = useQuery(readQuery(importDrafts.list, {}))
  const remove = useWrite(importDrafts.remove)
  const drafts = data?.data ?? []
  if (drafts.length === 0) return null

  async function throwAway({ importDraftID, fileName }: OpenDraft) {
    const yes = await dialogs.confirm({
      title: 'Throw this file away?',
      text: `${fileName} with its columns and fixes will be deleted here. Your own copy stays.`,
      action: 'Throw away',
      cancel: 'Keep',
      danger: true,
    })
    if (!yes) return
    try {
      await remove.mutateAsync({ id: importDraftID })
    } catch (error) {
      await dialogs.error('The file stays', (error as Error).message)
    }
    await client.invalidateQueries({ queryKey: [importDrafts.list.path] })
  }

  return (
    <section className="panel import-step" aria-label="Files not imported yet">
      <header>
        <h2>Not imported yet</h2>
      </header>
      <ul className="import-lines">
        {drafts.map((draft) => (
          <li key={draft.importDraftID}>
            <div>
              <Link className="link" to={draftAddress(draft.kind, draft.importDraftID, 'columns')}>
                {draft.fileName}
              </Link>
              <span className="below">
                {importNames[draft.kind].title}, {formatQuantity(draft.rows)} {draft.rows === 1 ? 'row' : 'rows'}. Kept
                until {formatMoment(draft.endsAt, timeZone)}
              </span>
            </div>
            <Button
              size="sm"
              aria-label={`Throw away ${draft.fileName}`}
              disabled={remove.isPending}
              onClick={() => void throwAway(draft)}
            >
              Throw away
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
