import { Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'

import { buildExportFileName, type ImportKind } from '../../../contract/imports/import-columns.ts'
import { exports } from '../../../contract/imports/imports.ts'
import { screens } from '../../../contract/shared/screens.ts'
import { callForStream } from '../../lib/api.ts'
import { formatQuantity, today } from '../../lib/format.ts'
import { useTimeZone } from '../../lib/settings.ts'
import { readListQuery } from '../../ui/table/listState.ts'
import { useDownload } from '../../ui/table/useDownload.ts'

/** Offers the export and import of a list. The export contains the filtered rows in the columns of the import. */
export function FileWays({ kind }: { kind: ImportKind }) {
  const [search] = useSearchParams()
  const timeZone = useTimeZone()
  const { progress, download, cancel } = useDownload()
  const { format: _, ...filters } = readListQuery(exports[kind].query, search, {})

  function downloadList() {
    void download(buildExportFileName(kind, today(timeZone)), (signal) =>
      callForStream(exports[kind], { query: { ...filters, format: 'csv' } }, { signal }),
    )
  }

  return (
    <div className="file-ways">
      <Button component={Link} to={`${screens.imports}?kind=${kind}`}>
        Import
      </Button>
      {progress === null ? (
        <Button onClick={downloadList}>Export</Button>
      ) : (
        <Button onClick={cancel}>
          {progress.total === 0
            ? 'Cancel export'
            : `Cancel (${formatQuantity(progress.rows)} of ${formatQuantity(progress.total)})`}
        </Button>
      )}
    </div>
  )
}
