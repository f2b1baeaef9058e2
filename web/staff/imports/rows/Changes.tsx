import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { importDrafts } from '../../../../contract/imports/drafts.ts'
import { columnLabelOf, importNames } from '../../../../contract/imports/import-columns.ts'
import { recordPathOf } from '../../../../contract/shared/screens.ts'
import { metaOf, readQuery } from '../../../lib/query.ts'
import { Pending } from '../../../ui/Pending.tsx'
import type { Draft } from '../draft/useDraft.ts'
import { PartPaging, rowsOnPage } from './PartPaging.tsx'

/** The records that the import changes, with each changed field before and after. */
export function Changes({ draft: { importDraftID: id, kind, updatedAt } }: { draft: Draft }) {
  const [page, setPage] = useState(0)
  const query = { skip: page * rowsOnPage, limit: rowsOnPage }
  const { data, error, refetch } = useQuery({
    ...readQuery(importDrafts.changes, { id, query }),
    // A draft that changes has other changes.
    queryKey: [importDrafts.changes.path, id, updatedAt, query],
    meta: metaOf(importDrafts.changes),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="panel import-step" aria-label="Changes">
      <header>
        <h2>What changes</h2>
      </header>
      {data ? (
        <>
          <div className="scroll">
            <table className="table changes" aria-label={`${importNames[kind].title} that change`}>
              <thead>
                <tr>
                  <th scope="col" className="r">
                    Row
                  </th>
                  <th scope="col">What it is</th>
                  <th scope="col">Before → after</th>
                </tr>
              </thead>
              <tbody>
                {data.data.map(({ row, recordID, recordName, fields }) => (
                  <tr key={row}>
                    <td className="r">{row}</td>
                    <td>
                      <Link className="link" to={recordPathOf(importNames[kind].screen, recordID)}>
                        {recordName}
                      </Link>
                    </td>
                    <td>
                      {fields.map(({ column, before, after }) => (
                        <div key={column} className="change">
                          <b>{columnLabelOf(kind, column)}</b> {before === '' ? 'nothing' : before} → {after}
                        </div>
                      ))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <PartPaging page={page} total={data.meta.total} onPage={setPage} />
        </>
      ) : (
        <Pending error={error} refetch={refetch} height={120} />
      )}
    </section>
  )
}
