import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { importPictures } from '../../../../contract/imports/import-pictures.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { readQuery, useWrite } from '../../../lib/query.ts'
import { AlertIcon } from '../../../ui/icons.tsx'

/** Number of failures that are listed. The count includes the others. */
const listed = 10

/** Shows which pictures named in the rows have come, wait or failed. It changes while the server downloads them. */
export function NamedPictures({ importID }: { importID: number }) {
  const query = { state: 'failed', limit: listed } as const
  const { data, refetch } = useQuery(readQuery(importPictures.list, { id: importID, query }))
  const retry = useWrite(importPictures.retry)
  if (!data) return null
  const { counts, pictures } = data.data
  const { waiting, taken, failed, named } = counts
  if (waiting + taken + failed + named === 0) return null
  const parts = [
    ...(waiting > 0 ? [`${formatQuantity(waiting)} being downloaded`] : []),
    ...(taken > 0 ? [`${formatQuantity(taken)} taken`] : []),
    ...(failed > 0 ? [`${formatQuantity(failed)} failed`] : []),
    ...(named > 0 ? [`${formatQuantity(named)} known by file name`] : []),
  ]
  return (
    <section className="panel import-step" aria-label="Pictures">
      <header>
        <h2 aria-live="polite">Pictures: {parts.join(', ')}</h2>
        {failed > 0 && (
          <Button
            disabled={retry.isPending}
            onClick={() => retry.mutate({ id: importID }, { onSuccess: () => void refetch() })}
          >
            Try the failed ones again
          </Button>
        )}
      </header>
      <div role="alert">
        {retry.error && (
          <p className="err">
            <AlertIcon /> {retry.error.message}
          </p>
        )}
      </div>
      {named > 0 && (
        <p className="import-about">
          Upload the files of the others in one archive under{' '}
          <Link className="link" to={`${screens.imports}?kind=pictures`}>
            Item pictures
          </Link>
          .
        </p>
      )}
      {pictures.length > 0 && (
        <ul className="import-lines">
          {pictures.map(({ importPictureID, itemID, itemCode, source, reason }) => (
            <li key={importPictureID}>
              <div>
                <Link className="link" to={recordPathOf(screens.items, itemID)}>
                  {itemCode}
                </Link>
                <span className="below">
                  {source}: {reason}
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
