import { useController } from 'react-hook-form'

import { z } from '../../../../contract/shared/zod.ts'
import { type PieceRow, pieces } from '../../../../contract/stock/pieces.ts'
import { call } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { MoneyField, NumberField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { TextField } from '../../../ui/form/textFields.tsx'
import { type Picture, type PictureCalls, picturesOf, useSavePictures } from '../../shared/pictures/pictures.ts'
import { PicturesField } from '../../shared/pictures/PicturesField.tsx'

const PieceForm = pieces.update.body.omit({ updatedAt: true }).extend({ pictures: z.array(z.custom<Picture>()) })

/** Returns the form's values for a stored piece. */
const formValuesOf = (piece: PieceRow) => ({ ...piece, pictures: picturesOf(piece.images) })

/** Changes what was entered about a piece, and its own pictures. */
export function EditPiece({ piece, onClose }: { piece: PieceRow; onClose: () => void }) {
  const { pieceID: id, number } = piece
  const update = useWrite(pieces.update)
  const pictures = useSavePictures(usePiecePictures(id), piece.images)
  const form = useRecordForm(PieceForm, formValuesOf(piece))
  const { control } = form
  const { field } = useController({ control, name: 'pictures' })

  async function save({ pictures: shown, ...body }: z.input<typeof PieceForm>, updatedAt: string | undefined) {
    // Pictures are saved first, because a refused file must leave the piece unchanged.
    await pictures.save(shown)
    await update.mutateAsync({ id, body: { ...body, updatedAt } })
  }
  async function reload() {
    const { data } = await call(pieces.get, { id })
    pictures.resetBaseline(data.images)
    return formValuesOf(data)
  }
  return (
    <RecordForm
      title={`Edit ${number}`}
      action="Save Changes"
      form={form}
      about={{ entity: 'piece', id }}
      write={{
        isPending: pictures.isPending || update.isPending,
        error: pictures.error ?? update.error,
        reset: () => {
          pictures.reset()
          update.reset()
        },
      }}
      save={save}
      stored={{ record: piece, reload }}
      done={['Piece Updated!', 'The piece has been successfully updated.']}
      onClose={onClose}
    >
      <div className="two">
        <NumberField control={control} name="grams" label="Grams" suffix="g" hint="With stones; empty for the item’s" />
        <NumberField control={control} name="netGrams" label="Net weight" suffix="g" hint="Without stones" />
      </div>
      <div className="two">
        <TextField control={control} name="laboratory" label="Laboratory" />
        <TextField control={control} name="certificateNumber" label="Certificate number" />
      </div>
      <div className="two">
        <TextField control={control} name="barcode" label="Barcode" />
        {piece.cost !== undefined && <MoneyField control={control} name="cost" label="Cost" />}
      </div>
      <TextField control={control} name="note" label="Note" />
      <PicturesField pictures={field.value} onChange={field.onChange} />
    </RecordForm>
  )
}

/** Returns the calls for the pictures of a piece. */
function usePiecePictures(id: number): PictureCalls {
  const add = useWrite(pieces.addImages)
  const remove = useWrite(pieces.removeImage)
  const order = useWrite(pieces.orderImages)
  const focus = useWrite(pieces.focusImage)
  return {
    list: () => call(pieces.images, { id }),
    add: (images) => add.mutateAsync({ id, files: { images } }),
    remove: (imageID) => remove.mutateAsync({ id, imageID }),
    order: (imageIDs) => order.mutateAsync({ id, body: { imageIDs } }),
    focus: (imageID, place) => focus.mutateAsync({ id, imageID, body: place }),
    writes: [add, remove, order, focus],
  }
}
