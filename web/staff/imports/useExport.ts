import { useSearchParams } from 'react-router'

import { buildExportFileName, type ExportFormat, type ImportKind } from '../../../contract/imports/import-columns.ts'
import { exports } from '../../../contract/imports/imports.ts'
import { callForStream } from '../../lib/api.ts'
import { today } from '../../lib/format.ts'
import { useTimeZone } from '../../lib/settings.ts'
import { readListQuery } from '../../ui/table/listState.ts'
import { type ExportFile, useDownload } from '../../ui/table/useDownload.ts'

/** Returns the export of a list: the filtered rows in the columns of the import. */
export function useExport(kind: ImportKind): ExportFile {
  const [search] = useSearchParams()
  const timeZone = useTimeZone()
  const { progress, download, cancel } = useDownload()
  const { format: _, ...filters } = readListQuery(exports[kind].query, search, {})
  const start = (format: ExportFormat) =>
    void download(buildExportFileName(kind, today(timeZone), format), (signal) =>
      callForStream(exports[kind], { query: { ...filters, format } }, { signal }),
    )
  return {
    files: [
      { label: 'CSV of all fields, for an import', onDownload: () => start('csv') },
      { label: 'Excel workbook of all fields, for an import', onDownload: () => start('xlsx') },
    ],
    progress,
    cancel,
  }
}
