import { useQuery } from '@tanstack/react-query'
import { useController } from 'react-hook-form'

import { type ItemRow, items, uoms } from '../../../contract/catalogue/items.ts'
import { karats } from '../../../contract/catalogue/karats.ts'
import type { ItemPricingRow } from '../../../contract/pricing/item-pricing.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { call } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { may, useAccount } from '../../lib/session.ts'
import { useSeesCosts, useSettings } from '../../lib/settings.ts'
import {
  MoneyField,
  NumberField,
  RecordField,
  SelectField,
  StatusField,
  SwitchField,
  TextAreaField,
  TextField,
} from '../../ui/form/fields.tsx'
import { useLateDefault, useRecordForm } from '../../ui/form/recordForm.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { firstChoicesQuery } from '../../ui/form/RecordSelect.tsx'
import { SuggestField } from '../../ui/form/SuggestField.tsx'
import { useScan } from '../../ui/scan/useScan.ts'
import { useStrayScan } from '../../ui/scan/useStrayScan.ts'
import { categoryChoice, inventoryTypeChoice, locationChoice } from '../shared/choices.ts'
import { filesOf, type Picture, picturesOf, useSavePictures } from '../shared/pictures/pictures.ts'
import { PicturesField } from '../shared/pictures/PicturesField.tsx'
import { ItemFigures } from './ItemFigures.tsx'
import { copyFields, type ItemControl, ItemForm, readOnlyPrices, withoutEmptyStock } from './itemForm.ts'
import { pictureOrderOf, useItemPictures, useSaveFirstFocus } from './itemPictures.ts'
import { NetWeightField, usePricingByRate } from './NetWeightField.tsx'
import { TaxClassField } from './TaxClassField.tsx'
import { TranslationFields } from './TranslationFields.tsx'
import { completeTranslations } from './translations.ts'
import { useCodeSuggestion, useTextsInUse } from './useItemSuggestions.ts'

const toOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
const onlyActive = { status: 'true' } as const

/** Creates an item. `original` is the item to duplicate, if any. */
export function CreateItem({ original, onClose }: { original?: ItemRow | null; onClose: () => void }) {
  const settings = useSettings()
  return settings && <NewItem original={original ?? null} locationID={settings.defaultLocationID} onClose={onClose} />
}

function NewItem({
  original,
  locationID,
  onClose,
}: {
  original: ItemRow | null
  locationID: number
  onClose: () => void
}) {
  const write = useWrite(items.create)
  const saveFocus = useSaveFirstFocus()
  const { data: types } = useQuery(firstChoicesQuery(inventoryTypeChoice.list, onlyActive))
  const onHand = types?.data.find(({ code }) => code === 'on_hand')
  const form = useRecordForm(ItemForm, {
    itemCode: '',
    itemName: '',
    barcode: '',
    certificateNumber: '',
    uom: 'PCS',
    taxClass: 'standard',
    onSite: true,
    pictures: [],
    ...(original && copyFields(original)),
    translations: completeTranslations(original?.translations ?? []),
    locationID,
    inventoryTypeID: onHand?.inventoryTypeID,
  })
  useLateDefault(form, 'inventoryTypeID', onHand?.inventoryTypeID)
  const suggestCode = useCodeSuggestion(form)
  const { control } = form
  return (
    <RecordForm
      title="Create Item"
      action="Create Item"
      form={form}
      write={write}
      save={async ({ pictures, ...body }) => {
        const { data } = await write.mutateAsync({
          body: { ...withoutEmptyStock(body), imageOrder: pictureOrderOf(pictures) },
          files: { images: filesOf(pictures) },
        })
        await saveFocus(data, pictures)
      }}
      done={['Item Created!', 'The new item has been successfully created.']}
      onClose={onClose}
    >
      {original && (
        <p className="hint">
          A duplicate of {original.itemCode}. It needs a code of its own; barcode, certificate and stock are not copied.
        </p>
      )}
      <ItemFields
        control={control}
        category={original && categoryOptionOf(original)}
        translated={(original?.translations ?? []).length > 0}
        offered={picturesOf(original?.images ?? [])}
        onCategory={(categoryID) => void suggestCode(categoryID)}
      />
      <fieldset className="part">
        <legend>Opening stock</legend>
        <div className="two">
          <RecordField control={control} name="locationID" label="Location" {...locationChoice} query={onlyActive} />
          <RecordField
            control={control}
            name="inventoryTypeID"
            label="Inventory type"
            {...inventoryTypeChoice}
            query={onlyActive}
          />
        </div>
        <div className="two">
          <NumberField control={control} name="quantity" label="Quantity" hint="BULK items in grams" />
          <NumberField control={control} name="reOrderThreshold" label="Reorder threshold" hint="Tells when to buy" />
        </div>
      </fieldset>
    </RecordForm>
  )
}

export function EditItem({ item, onClose }: { item: ItemRow; onClose: () => void }) {
  const id = item.itemID
  const update = useWrite(items.update)
  const mayPrice = may(useAccount(), 'catalogue.change_prices')
  const pictures = useSavePictures(useItemPictures(id), item.images)
  const pricing = usePricingByRate(item)
  const form = useRecordForm(ItemForm, formValuesOf(item))

  async function save({ pictures: shown, ...body }: z.input<typeof ItemForm>, updatedAt: string | undefined) {
    // Pictures are saved first, because a refused file must leave the item unchanged.
    await pictures.save(shown)
    const { price, cost, ...rest } = body
    const goldRateID = pricing?.rate?.goldRateID
    await update.mutateAsync({ id, body: { ...rest, ...(mayPrice && { price, cost }), goldRateID, updatedAt } })
  }
  async function reload() {
    const { data } = await call(items.get, { id })
    pictures.resetBaseline(data.images)
    return formValuesOf(data)
  }
  return (
    <RecordForm
      title="Edit Item"
      action="Update Item"
      form={form}
      write={{
        isPending: pictures.isPending || update.isPending,
        error: pictures.error ?? update.error,
        reset: () => {
          pictures.reset()
          update.reset()
        },
      }}
      save={save}
      stored={{ record: item, reload }}
      done={['Item Updated!', 'The item has been successfully updated.']}
      unknown="Error updating the item."
      onClose={onClose}
    >
      <ItemFields
        control={form.control}
        category={categoryOptionOf(item)}
        translated={item.translations.length > 0}
        readOnly={readOnlyPrices(item, mayPrice)}
        pricing={pricing}
      />
      <StatusField control={form.control} name="status" />
    </RecordForm>
  )
}

const categoryOptionOf = (item: ItemRow) => ({ value: item.categoryID, label: item.categoryName })

/** Returns the form's values for a stored item. */
const formValuesOf = (item: ItemRow) => ({
  ...item,
  translations: completeTranslations(item.translations),
  pictures: picturesOf(item.images),
})

function ItemFields({
  control,
  category,
  translated,
  offered = [],
  readOnly = {},
  pricing = null,
  onCategory,
}: {
  control: ItemControl
  category: { value: number; label: string } | null
  /** Whether the item has texts in another language. */
  translated: boolean
  /** Pictures of the original that the duplicate can use as well. */
  offered?: readonly Picture[]
  /** The price, the cost and the net weight that are only shown. */
  readOnly?: ReturnType<typeof readOnlyPrices>
  /** How the item is priced by the gold rate; null for a fixed price. */
  pricing?: ItemPricingRow | null
  onCategory?: (categoryID: number | null) => void
}) {
  const seesCosts = useSeesCosts()
  const { field: pictures } = useController({ control, name: 'pictures' })
  const { field: barcode } = useController({ control, name: 'barcode' })
  // Scans outside any field fill in the barcode. A scan into the barcode field replaces its value.
  useScan(barcode.onChange, 'Fills in the barcode')
  const replaceBarcode = useStrayScan(barcode.onChange)
  const { metals, stones } = useTextsInUse()
  return (
    <>
      <div className="two">
        <TextField control={control} name="itemCode" label="Item code" required />
        <RecordField
          control={control}
          name="categoryID"
          label="Category"
          required
          {...categoryChoice}
          query={onlyActive}
          current={category}
          failed={() => 'Error loading categories.'}
          onPick={(row) => onCategory?.(row?.categoryID ?? null)}
        />
      </div>
      <TextField control={control} name="itemName" label="Item name" required />
      <div className="two">
        <MoneyField control={control} name="price" label="Price" required {...readOnly.price} />
        {seesCosts && <MoneyField control={control} name="cost" label="Cost" required {...readOnly.cost} />}
      </div>
      <div className="two">
        <NumberField control={control} name="grams" label="Grams" required suffix="g" />
        <SelectField control={control} name="uom" label="UOM" required options={toOptions(uoms)} />
      </div>
      <ItemFigures control={control} />
      <div onKeyDownCapture={replaceBarcode}>
        <TextField control={control} name="barcode" label="Barcode" />
      </div>
      <TextAreaField control={control} name="description" label="Description" />
      <PicturesField pictures={pictures.value} onChange={pictures.onChange} offered={offered} />
      <SwitchField control={control} name="onSite" label="On the site" hint="Visitors see it while it is Active" />
      <fieldset className="part">
        <legend>Details</legend>
        <div className="two">
          <SelectField control={control} name="karat" label="Karat" options={toOptions(karats)} clearable />
          <SuggestField control={control} name="metal" label="Metal" texts={metals} />
        </div>
        <div className="two">
          <SuggestField control={control} name="stone" label="Stone" texts={stones} />
          <TextField control={control} name="size" label="Size" />
        </div>
        <div className="two">
          <NetWeightField control={control} pricing={pricing} readOnly={readOnly.netGrams} />
          <TextField control={control} name="certificateNumber" label="Certificate number" />
        </div>
        <NumberField control={control} name="leadTimeDays" label="Lead time (days)" />
        <TaxClassField control={control} />
      </fieldset>
      <TranslationFields control={control} open={translated} />
    </>
  )
}
