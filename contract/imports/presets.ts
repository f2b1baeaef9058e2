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
  | { join: string[]; reads?: Reads }
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
        reads: given.reads ?? 'text',
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

/** The headings of Shopify's products. Shopify renamed most of them, and older files are still about. */
type ShopifyHeadings = Record<
  | 'handle'
  | 'title'
  | 'description'
  | 'vendor'
  | 'category'
  | 'type'
  | 'tags'
  | 'published'
  | 'status'
  | 'sku'
  | 'barcode'
  | 'option1'
  | 'option2'
  | 'option3'
  | 'grams'
  | 'quantity'
  | 'price'
  | 'cost'
  | 'image'
  | 'variantImage',
  string
>

function shopifyPreset(key: string, headings: ShopifyHeadings): Preset {
  const { handle, title, description, vendor, category, type, tags, published, status, sku, price } = headings
  const header = Object.values(headings)
  return {
    key,
    name: 'Shopify products',
    kind: 'items',
    signs: [handle, title, sku, price],
    header,
    mapping: byHeading(
      header,
      {
        itemCode: { heading: sku, otherwise: handle },
        itemName: { join: [title, headings.option1, headings.option2, headings.option3] },
        category: { heading: type, otherwise: category },
        barcode: { heading: headings.barcode },
        description: { heading: description, reads: 'html' },
        grams: { heading: headings.grams, reads: 'weight' },
        uom: { constant: 'PCS' },
        price: { heading: price, reads: 'amount' },
        cost: { heading: headings.cost, reads: 'amount' },
        karat: { heading: title, reads: 'karat' },
        // A draft or an archived product is not public, whatever the other column says.
        onSite: { join: [published, status], reads: 'published' },
        quantity: { heading: headings.quantity },
        // The picture of a variant comes before those of its product.
        pictures: { join: [headings.variantImage, headings.image] },
      },
      {
        group: handle,
        // Shopify writes these once for each product, in the row of its first variant.
        inherited: [title, description, vendor, category, type, tags, published, status],
        // A product has its pictures in its first rows, and further ones in rows of their own.
        gathered: [headings.image],
        // A row of a further picture has neither.
        records: [sku, price],
      },
    ),
  }
}

export const presets: readonly Preset[] = [
  shopifyPreset('shopify-products-url-handle', {
    handle: 'URL handle',
    title: 'Title',
    description: 'Description',
    vendor: 'Vendor',
    category: 'Product category',
    type: 'Type',
    tags: 'Tags',
    published: 'Published on online store',
    status: 'Status',
    sku: 'SKU',
    barcode: 'Barcode',
    option1: 'Option1 value',
    option2: 'Option2 value',
    option3: 'Option3 value',
    grams: 'Weight value (grams)',
    quantity: 'Inventory quantity',
    price: 'Price',
    cost: 'Cost per item',
    image: 'Product image URL',
    variantImage: 'Variant image URL',
  }),
  shopifyPreset('shopify-products', {
    handle: 'Handle',
    title: 'Title',
    description: 'Body (HTML)',
    vendor: 'Vendor',
    category: 'Product Category',
    type: 'Type',
    tags: 'Tags',
    published: 'Published',
    status: 'Status',
    sku: 'Variant SKU',
    barcode: 'Variant Barcode',
    option1: 'Option1 Value',
    option2: 'Option2 Value',
    option3: 'Option3 Value',
    grams: 'Variant Grams',
    quantity: 'Variant Inventory Qty',
    price: 'Variant Price',
    cost: 'Cost per item',
    image: 'Image Src',
    variantImage: 'Variant Image',
  }),
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
