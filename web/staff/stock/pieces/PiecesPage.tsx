import { screens } from '../../../../contract/shared/screens.ts'
import { pieces } from '../../../../contract/stock/pieces.ts'
import { asRecordSource } from '../../../ui/form/RecordSelect.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { useOpenedRecord } from '../../../ui/table/OpenedRecord.tsx'
import { QueryTable } from '../../../ui/table/QueryTable.tsx'
import { RecordPage } from '../../../ui/table/RecordPage.tsx'
import { ImportLink } from '../../imports/ImportLink.tsx'
import { useExport } from '../../imports/useExport.ts'
import { ScreenTabs } from '../../navigation/ScreenTabs.tsx'
import { categoryChoice, itemChoice, locationChoice } from '../../shared/choices.ts'
import { pieceColumns, stateFilter } from '../../shared/pieceColumns.tsx'
import { PieceContent } from './PieceContent.tsx'

const title = 'PIECE LIST'

/** Lists the pieces of the items that are kept by piece, or shows the piece that the address names (`?id=12`). */
export function PiecesPage() {
  const opened = useOpenedRecord()
  const exported = useExport('pieces')
  if (opened.id !== null)
    return (
      <RecordPage trail key={opened.id} get={pieces.get} id={opened.id} back={{ label: title, to: opened.list }}>
        {(piece) => <PieceContent piece={piece} />}
      </RecordPage>
    )
  return (
    <>
      <PageHeader title={title} tabs={<ScreenTabs of={screens.items} />}>
        <ImportLink kind="pieces" />
      </PageHeader>
      <QueryTable
        name="pieces"
        label="Pieces"
        list={pieces.list}
        columns={pieceColumns}
        rowID={(piece) => piece.pieceID}
        search="Number, barcode, certificate, item or note"
        filters={[
          stateFilter,
          { field: 'itemID', label: 'All items', records: asRecordSource(itemChoice) },
          { field: 'locationID', label: 'All locations', records: asRecordSource(locationChoice) },
          { field: 'categoryID', label: 'All categories', records: asRecordSource(categoryChoice) },
        ]}
        exported={exported}
        empty={{
          title: 'No pieces yet',
          text: 'Keep an item by piece on its page, or import a sheet of pieces: then each piece has a number, a weight and a tag of its own.',
        }}
        onOpen={(piece) => opened.open(piece.pieceID)}
      />
    </>
  )
}
