import type { ImportKind } from './import-columns.ts'
import type { Mapping, NamedMapping, Source } from './mapping.ts'
import { noMapping } from './mapping.ts'

// Mappings for the files of other tills, written from their public documentation.

/**
 * A built-in mapping. A file with all columns of `signs` is taken for a file of that till. `stockHeading` begins the
 * heading of a column of stock, which ends with the name of its location.
 */
export type Preset = NamedMapping & {
  key: string
  kind: ImportKind
  signs: readonly string[]
  stockHeading?: string
}

type Reads = Extract<Source, { from: 'column' }>['reads']
type Given =
  | { heading: string; reads?: Reads; otherwise?: string; unit?: 'g' | 'lb' }
  | { join: string[] }
  | { constant: string }

/** Builds a mapping from headings instead of positions. */
function byHeading(
  header: readonly string[],
  columns: Record<string, Given>,
  {
    group,
    inherited = [],
    gathered = [],
    records = [],
  }: { group?: string; inherited?: string[]; gathered?: string[]; records?: string[] } = {},
): Mapping {
  const at = (heading: string) => header.indexOf(heading)
  const sourceOf = (given: Given): Source => {
    if ('constant' in given) return { from: 'constant', value: given.constant }
    if ('join' in given)
      return {
        from: 'columns',
        columns: given.join.map(at),
        between: ' ',
        without: ['Default Title', 'Regular'],
        reads: 'text',
      }
    const { heading, reads = 'text', otherwise, unit } = given
    return {
      from: 'column',
      column: at(heading),
      reads,
      ...(otherwise !== undefined && { otherwise: at(otherwise) }),
      ...(unit && { unit }),
    }
  }
  return {
    ...noMapping,
    columns: Object.entries(columns).map(([key, given]) => ({ key, source: sourceOf(given) })),
    groups: group === undefined ? null : { by: at(group), columns: inherited.map(at), gathered: gathered.map(at) },
    records: records.map(at),
  }
}

/** Splits the header of a CSV file without quotes. */
const columnsIn = (header: string) => header.split(',')

const shopify = columnsIn(
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,' +
    'Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,' +
    'Variant Inventory Qty,Variant Price,Variant Barcode,Image Src,Image Position,Variant Image,Cost per item,Status',
)
const square = columnsIn(
  'Token,Item Name,Variation Name,SKU,Description,Category,GTIN,Weight (lb),Price,Default Unit Cost',
)
const ospItems = columnsIn(
  'Id,Barcode,Item Name,Category,Supplier ID,Cost Price,Unit Price,Reorder Level,Description,Image,HSN',
)
const ospCustomers = columnsIn(
  'First Name,Last Name,Gender,Consent,Email,Phone Number,Address 1,Address2,City,State,Zip,Country,Comments,Company,' +
    'Account Number',
)

export const presets: readonly Preset[] = [
  {
    key: 'shopify-products',
    name: 'Shopify products',
    kind: 'items',
    signs: ['Handle', 'Title', 'Variant SKU', 'Variant Price'],
    header: shopify,
    mapping: byHeading(
      shopify,
      {
        itemCode: { heading: 'Variant SKU', otherwise: 'Handle' },
        itemName: { join: ['Title', 'Option1 Value', 'Option2 Value', 'Option3 Value'] },
        category: { heading: 'Type', otherwise: 'Product Category' },
        barcode: { heading: 'Variant Barcode' },
        description: { heading: 'Body (HTML)', reads: 'html' },
        grams: { heading: 'Variant Grams', reads: 'weight' },
        uom: { constant: 'PCS' },
        price: { heading: 'Variant Price', reads: 'amount' },
        cost: { heading: 'Cost per item', reads: 'amount' },
        karat: { heading: 'Title', reads: 'karat' },
        onSite: { heading: 'Published' },
        quantity: { heading: 'Variant Inventory Qty' },
        // The picture of a variant comes before those of its product.
        pictures: { join: ['Variant Image', 'Image Src'] },
      },
      {
        group: 'Handle',
        // Shopify writes these once for each product, in the row of its first variant.
        inherited: ['Title', 'Body (HTML)', 'Vendor', 'Product Category', 'Type', 'Tags', 'Published', 'Status'],
        // A product has its pictures in its first rows, and further ones in rows of their own.
        gathered: ['Image Src'],
        // A row of a further picture has neither.
        records: ['Variant SKU', 'Variant Price'],
      },
    ),
  },
  {
    key: 'square-items',
    name: 'Square items',
    kind: 'items',
    signs: ['Token', 'Item Name', 'Variation Name', 'SKU'],
    stockHeading: 'Current Quantity ',
    header: square,
    mapping: byHeading(square, {
      itemCode: { heading: 'SKU', otherwise: 'Token' },
      itemName: { join: ['Item Name', 'Variation Name'] },
      category: { heading: 'Category' },
      barcode: { heading: 'GTIN' },
      description: { heading: 'Description', reads: 'html' },
      grams: { heading: 'Weight (lb)', reads: 'weight', unit: 'lb' },
      uom: { constant: 'PCS' },
      price: { heading: 'Price', reads: 'amount' },
      cost: { heading: 'Default Unit Cost', reads: 'amount' },
      karat: { heading: 'Item Name', reads: 'karat' },
    }),
  },
  {
    key: 'opensourcepos-items',
    name: 'opensourcepos items',
    kind: 'items',
    signs: ['Item Name', 'Cost Price', 'Unit Price', 'HSN'],
    stockHeading: 'location_',
    header: ospItems,
    mapping: byHeading(ospItems, {
      itemCode: { heading: 'Barcode', otherwise: 'Id' },
      itemName: { heading: 'Item Name' },
      category: { heading: 'Category' },
      description: { heading: 'Description' },
      grams: { constant: '0' },
      uom: { constant: 'PCS' },
      price: { heading: 'Unit Price', reads: 'amount' },
      cost: { heading: 'Cost Price', reads: 'amount' },
      karat: { heading: 'Item Name', reads: 'karat' },
    }),
  },
  {
    key: 'opensourcepos-customers',
    name: 'opensourcepos customers',
    kind: 'customers',
    signs: ['First Name', 'Last Name', 'Phone Number', 'Address 1', 'Account Number'],
    header: ospCustomers,
    mapping: byHeading(ospCustomers, {
      firstName: { heading: 'First Name' },
      lastName: { heading: 'Last Name' },
      contactNo: { heading: 'Phone Number' },
      address: { join: ['Address 1', 'Address2', 'City', 'State', 'Zip', 'Country'] },
      email: { heading: 'Email' },
      customerType: { constant: 'Walk-in' },
    }),
  },
]
