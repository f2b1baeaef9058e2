import { karats } from '../catalogue/karats.ts'
import { platforms } from '../sales/buyers.ts'
import { englishNames, translatedLanguages } from '../shared/languages.ts'
import { type ScreenPath, screens } from '../shared/screens.ts'
import { taxKinds } from '../tax/tax-countries.ts'

/** The kinds of record that can be imported, and exported with the same columns. */
export const importKinds = ['items', 'customers', 'buyers', 'suppliers', 'stock', 'pieces'] as const
export type ImportKind = (typeof importKinds)[number]

/** One column of an import file. */
export type ImportColumn = {
  key: string
  /** The column's name in the file's first row. Files may write it in any case, with or without spaces. */
  label: string
  required: boolean
  /**
   * The kind of value in the column's cells. `code` is text made of digits, which spreadsheets tend to change. `name`
   * is the name of another record. `word` is one of a few fixed words, in any case. `status` is Active or Inactive, `yesNo` is yes or no.
   */
  is: 'text' | 'code' | 'number' | 'name' | 'word' | 'status' | 'yesNo'
  /** A description of the accepted values, which the screen shows. */
  takes: string
  /** A correct value of this column. The template file has one row with these examples. */
  example: string
  /** The number of decimals that a number may have. */
  decimals?: number
  /** Set for a cost, which a setting hides from Staff. */
  cost?: true
  /** Set for a column that only new records have. It changes no record that exists, and an export leaves it out. */
  onlyNew?: true
}

type Shown = Pick<ImportColumn, 'is' | 'takes' | 'example' | 'decimals'>
const required = (key: string, label: string, shown: Shown): ImportColumn => ({ key, label, required: true, ...shown })
const optional = (key: string, label: string, shown: Shown): ImportColumn => ({ key, label, required: false, ...shown })
const text = (takes: string, example: string): Shown => ({ is: 'text', takes, example })
const code = (takes: string, example: string): Shown => ({ is: 'code', takes, example })
const number = (takes: string, example: string, decimals = 0): Shown => ({ is: 'number', takes, example, decimals })
const name = (takes: string, example: string): Shown => ({ is: 'name', takes, example })
const word = (takes: string, example: string): Shown => ({ is: 'word', takes, example })
const status: Shown = { is: 'status', takes: 'Active or Inactive; Active where it is empty', example: 'Active' }

/** The columns of each kind of file, in order. */
export const importColumns: Record<ImportKind, readonly ImportColumn[]> = {
  items: [
    required('itemCode', 'Item code', code('The code on its tag, of one item alone', 'RING-001')),
    required('itemName', 'Item name', text('What it is called', 'Sampaguita ring')),
    required('category', 'Category', name('The name or code of a category', 'Rings')),
    optional('barcode', 'Barcode', code('Of one item alone; keep the column as text', '4801234567890')),
    optional('description', 'Description', text('What customers read of it', 'Handmade in Meycauayan')),
    required('grams', 'Grams', number('What one weighs', '3.250', 3)),
    optional('netGrams', 'Net weight', number('Grams of one without stones', '3.100', 3)),
    required('uom', 'UOM', word('PCS, PAIR or BULK', 'PCS')),
    required('price', 'Price', number('Pesos', '12500.00', 2)),
    { ...required('cost', 'Cost', number('Pesos', '8200.00', 2)), cost: true },
    optional('karat', 'Karat', word(karats.join(', '), '18K')),
    optional('metal', 'Metal', text('What it is made of', 'Yellow gold')),
    optional('stone', 'Stone', text('What is set in it', 'Pearl')),
    optional('size', 'Size', text('As it is written on the tag', '7')),
    optional('certificateNumber', 'Certificate number', code('Of its certificate', 'PH-20931')),
    optional('leadTimeDays', 'Lead time days', number('Days it takes to make or get one', '14')),
    optional('taxClass', 'Tax class', word(`${taxKinds.join(', ')}; standard where it is empty`, 'standard')),
    optional('status', 'Status', status),
    optional('onSite', 'On the site', {
      is: 'yesNo',
      takes: 'yes or no; where it is empty, the answer to “Publish now?” counts',
      example: '',
    }),
    {
      ...optional('quantity', 'Opening stock', number('Of a new item: pieces or pairs; grams for BULK', '', 3)),
      onlyNew: true,
    },
    {
      ...optional('location', 'Location', name('Where that stock is; the shop’s usual one where it is empty', '')),
      onlyNew: true,
    },
    {
      ...optional('inventoryType', 'Inventory type', name('Its type; the first of all where it is empty', '')),
      onlyNew: true,
    },
    {
      ...optional('pictures', 'Pictures', text('Of a new item: addresses or file names, with | between', '')),
      onlyNew: true,
    },
    ...translatedLanguages.flatMap((language) => [
      optional(
        `itemName${englishNames[language]}`,
        `Item name (${englishNames[language]})`,
        text(`Its name in ${englishNames[language]}`, ''),
      ),
      optional(
        `description${englishNames[language]}`,
        `Description (${englishNames[language]})`,
        text(`The same in ${englishNames[language]}`, ''),
      ),
    ]),
  ],
  customers: [
    required('firstName', 'First name', text('', 'Maria')),
    optional('middleName', 'Middle name', text('', 'Santos')),
    required('lastName', 'Last name', text('', 'Reyes')),
    required('contactNo', 'Contact no', code('A number, or how they are reached', '0917 555 0100')),
    optional('address', 'Address', text('', '12 Ongpin Street, Manila')),
    optional('email', 'Email', text('Empty where only another contact is known', 'maria.reyes@example.com')),
    required('customerType', 'Customer type', name('The name of a customer type', 'Walk-in')),
  ],
  buyers: [
    required('platform', 'Platform', word(platforms.join(', '), 'TikTok')),
    required('handle', 'Handle', text('The name on the platform, of one buyer there alone', '@ana.reyes')),
    optional('contact', 'Contact', code('A number, or how they are reached', '0917 555 0102')),
    optional('remarks', 'Remarks', text('', 'Buys in the live of Friday')),
    optional('status', 'Status', status),
  ],
  suppliers: [
    required('supplierName', 'Supplier name', text('Of one supplier alone', 'Meycauayan Gold Works')),
    required('contactDetails', 'Contact details', text('Whom to call, and how', 'Liza Cruz, 0917 555 0101')),
    optional('address', 'Address', text('', 'Meycauayan, Bulacan')),
    optional('email', 'Email', text('Empty where only another contact is known', 'orders@example.com')),
    optional('status', 'Status', status),
  ],
  stock: [
    required('item', 'Item', name('The code or barcode of an item', 'RING-001')),
    required('location', 'Location', name('The name of a location', 'Main')),
    optional(
      'inventoryType',
      'Inventory type',
      name('The name of an inventory type; the first of all where it is empty', 'On hand'),
    ),
    required('quantity', 'Quantity', number('Pieces or pairs; grams for BULK', '5', 3)),
    optional('reOrderThreshold', 'Reorder threshold', number('0 or empty: nobody is told', '2')),
  ],
  pieces: [
    required('item', 'Item', name('The code or barcode of an item', 'RING-001')),
    optional(
      'number',
      'Number',
      code('The number on its tag; the next one of its item where it is empty', 'RING-001-001'),
    ),
    optional('location', 'Location', name('Where it is; the shop’s usual location where it is empty', 'Main')),
    optional(
      'inventoryType',
      'Inventory type',
      name('The name of an inventory type; the first of all where it is empty', 'On hand'),
    ),
    optional('grams', 'Grams', number('What it weighs with stones; as its item where it is empty', '3.260', 3)),
    optional('netGrams', 'Net weight', number('Grams without stones', '3.100', 3)),
    {
      ...optional('cost', 'Cost', number('Pesos; of new stock, the cost of its item where it is empty', '8200.00', 2)),
      cost: true,
    },
    optional('laboratory', 'Laboratory', text('Who issued its certificate', 'GIA')),
    optional('certificateNumber', 'Certificate number', code('Of its certificate', '2231446095')),
    optional('barcode', 'Barcode', code('Of this piece alone; keep the column as text', '4801234567906')),
    optional('note', 'Note', text('What to know about it', 'Resized in May')),
  ],
}

/** Returns the columns of a kind of file that a person reads and writes. */
export const listImportColumns = (kind: ImportKind, seesCosts: boolean): readonly ImportColumn[] =>
  importColumns[kind].filter(({ cost }) => seesCosts || !cost)

/** Returns the columns of a kind of exported file: all that an import changes in a record that exists. */
export const listExportColumns = (kind: ImportKind, seesCosts: boolean): readonly ImportColumn[] =>
  listImportColumns(kind, seesCosts).filter(({ onlyNew }) => !onlyNew)

/** The names of each kind that users read, and the screen that lists the imported records. */
export const importNames: Record<ImportKind, { title: string; one: string; many: string; screen: ScreenPath }> = {
  items: { title: 'Items', one: 'item', many: 'items', screen: screens.items },
  customers: { title: 'Customers', one: 'customer', many: 'customers', screen: screens.customers },
  buyers: { title: 'Buyers', one: 'buyer', many: 'buyers', screen: screens.buyers },
  suppliers: { title: 'Suppliers', one: 'supplier', many: 'suppliers', screen: screens.suppliers },
  stock: { title: 'Opening stock', one: 'row of stock', many: 'rows of stock', screen: screens.inventory },
  pieces: { title: 'Pieces', one: 'piece', many: 'pieces', screen: screens.pieces },
}

export const columnLabelOf = (kind: ImportKind, key: string) =>
  importColumns[kind].find((column) => column.key === key)?.label ?? key

/** Normalizes a column's name, so that 'Item code', 'itemCode' and 'ITEM_CODE' are equal. */
export const normalizeColumnName = (label: string) =>
  label
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The formats of an exported file. An import reads both. */
export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Returns the name of the file that exports a kind; `today` is YYYY-MM-DD. */
export const buildExportFileName = (kind: ImportKind, today: string, format: ExportFormat) =>
  `${importNames[kind].title.toLowerCase().replaceAll(' ', '-')}-${today}.${format}`
