import { toCsv } from '../../contract/shared/csv.ts'

// Files as other programs export them, written from their documentation, and a generated file in the shape of a public
// data set. The imports of the journeys read them.

const shopifyHeader =
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,' +
  'Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,' +
  'Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,' +
  'Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,' +
  'SEO Title,SEO Description,Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,Status'
const renamedShopifyHeader =
  'Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,' +
  'Option1 name,Option1 value,Option2 name,Option2 value,Option3 name,Option3 value,Price,Compare-at price,' +
  'Cost per item,Charge tax,Tax code,Inventory tracker,Inventory quantity,Continue selling when out of stock,' +
  'Weight value (grams),Weight unit for display,Requires shipping,Fulfillment service,Product image URL,' +
  'Image position,Image alt text,Variant image URL,Gift card,SEO title,SEO description'
const squareHeader =
  'Token,Item Name,Variation Name,SKU,Description,Category,GTIN,Square Online Item Visibility,Weight (lb),Price,' +
  'Sellable,Stockable,Option Name 1,Option Value 1,Default Unit Cost,Default Vendor Name,Default Vendor Code,' +
  'Current Quantity Main,New Quantity Main,Stock Alert Enabled Main,Stock Alert Count Main,Current Quantity Annex'
const ospItemsHeader =
  'Id,Barcode,Item Name,Category,Supplier ID,Cost Price,Unit Price,Tax 1 Name,Tax 1 Percent,Tax 2 Name,Tax 2 Percent,' +
  'Reorder Level,Description,Allow Alt Description,Item has Serial Number,Image,HSN,location_Main,attribute_Stone'
const ospCustomersHeader =
  'First Name,Last Name,Gender,Consent,Email,Phone Number,Address 1,Address2,City,State,Zip,Country,Comments,Company,' +
  'Account Number,Discount,Discount_Type,Taxable'

/** Writes rows, given by heading, under a header. */
function csvOf(header: string, rows: readonly Record<string, string>[]): string {
  const columns = header.split(',')
  const unknown = rows.flatMap((row) => Object.keys(row)).find((heading) => !columns.includes(heading))
  if (unknown !== undefined) throw new Error(`The header has no column ${unknown}`)
  return toCsv([columns, ...rows.map((row) => columns.map((heading) => row[heading] ?? ''))])
}

/** Writes rows, given by heading, as an export of Shopify's products with the former headings. */
export const shopifyFile = (rows: readonly Record<string, string>[]) => csvOf(shopifyHeader, rows)

/** The headings of Shopify's products today, and the former ones of the same columns. */
const renamedHeadings: Record<string, string> = {
  'URL handle': 'Handle',
  Description: 'Body (HTML)',
  'Product category': 'Product Category',
  'Published on online store': 'Published',
  SKU: 'Variant SKU',
  Barcode: 'Variant Barcode',
  'Option1 name': 'Option1 Name',
  'Option1 value': 'Option1 Value',
  'Option2 name': 'Option2 Name',
  'Option2 value': 'Option2 Value',
  'Option3 name': 'Option3 Name',
  'Option3 value': 'Option3 Value',
  Price: 'Variant Price',
  'Compare-at price': 'Variant Compare At Price',
  'Charge tax': 'Variant Taxable',
  'Tax code': 'Variant Tax Code',
  'Inventory tracker': 'Variant Inventory Tracker',
  'Inventory quantity': 'Variant Inventory Qty',
  'Weight value (grams)': 'Variant Grams',
  'Weight unit for display': 'Variant Weight Unit',
  'Requires shipping': 'Variant Requires Shipping',
  'Fulfillment service': 'Variant Fulfillment Service',
  'Product image URL': 'Image Src',
  'Image position': 'Image Position',
  'Image alt text': 'Image Alt Text',
  'Variant image URL': 'Variant Image',
  'Gift card': 'Gift Card',
  'SEO title': 'SEO Title',
  'SEO description': 'SEO Description',
}

/** The same products with the headings that Shopify's help centre documents today, in their order. */
export const renamedShopifyProducts = (code: string, category: string) =>
  csvOf(
    renamedShopifyHeader,
    listShopifyProducts(code, category).map((row) =>
      Object.fromEntries(
        renamedShopifyHeader.split(',').map((heading) => [heading, row[renamedHeadings[heading] ?? heading] ?? '']),
      ),
    ),
  )

/** Products of Shopify with the former headings. */
export const shopifyProducts = (code: string, category: string) => shopifyFile(listShopifyProducts(code, category))

/**
 * Products of Shopify: two variants of one product with a second picture, a hidden draft without variants, and a draft
 * that is published.
 */
const listShopifyProducts = (code: string, category: string): Record<string, string>[] => [
  {
    Handle: `${code}-sampaguita`.toLowerCase(),
    Title: `${code} Sampaguita ring 18K`,
    'Body (HTML)': '<p>Handmade in <b>Meycauayan</b>.</p><ul><li>Polished</li></ul>',
    Vendor: 'Amihan',
    'Product Category': 'Apparel & Accessories > Jewelry > Rings',
    Type: category,
    Tags: 'ring, gold',
    Published: 'true',
    'Option1 Name': 'Size',
    'Option1 Value': '6',
    'Variant SKU': `${code}-6`,
    'Variant Grams': '3.25',
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': '2',
    'Variant Price': '12500.00',
    'Cost per item': '8200.00',
    'Image Src': 'https://192.0.2.1/1.jpg',
    'Image Position': '1',
    Status: 'active',
  },
  {
    Handle: `${code}-sampaguita`.toLowerCase(),
    'Option1 Value': '7',
    'Variant SKU': `${code}-7`,
    'Variant Grams': '3.4',
    'Variant Price': '12900.00',
    'Cost per item': '8400.00',
  },
  {
    Handle: `${code}-sampaguita`.toLowerCase(),
    'Image Src': 'https://192.0.2.1/2.jpg',
    'Image Position': '2',
  },
  {
    Handle: `${code}-pin`.toLowerCase(),
    Title: `${code} Pearl pin`,
    Type: category,
    Published: 'false',
    'Option1 Name': 'Title',
    'Option1 Value': 'Default Title',
    'Variant Grams': '5',
    'Variant Price': '4500.00',
    'Cost per item': '2100.00',
    Status: 'draft',
  },
  {
    Handle: `${code}-tiara`.toLowerCase(),
    Title: `${code} Tiara`,
    Type: category,
    Published: 'true',
    'Variant SKU': `${code}-T`,
    'Variant Grams': '90',
    'Variant Inventory Qty': '1',
    'Variant Price': '98000.00',
    'Cost per item': '51000.00',
    Status: 'draft',
  },
]

/** Items of Square: an item with one variation, and one with two. */
export const squareItems = (code: string, category: string) =>
  csvOf(squareHeader, [
    {
      Token: `${code}TOKEN1`,
      'Item Name': `${code} Rose chain`,
      'Variation Name': 'Regular',
      SKU: `${code}-1`,
      Description: 'A chain of roses',
      Category: category,
      'Weight (lb)': '0.01',
      Price: '9800.00',
      'Default Unit Cost': '6100.00',
      'Current Quantity Main': '3',
    },
    {
      Token: `${code}TOKEN2`,
      'Item Name': `${code} Tahitian studs`,
      'Variation Name': 'Black',
      SKU: `${code}-2`,
      Category: category,
      'Weight (lb)': '0.005',
      Price: '₱15,000.00',
      'Default Unit Cost': '9000.00',
    },
  ])

/** Items of opensourcepos, whose file has no weights. */
export const ospItems = (code: string, category: string) =>
  csvOf(ospItemsHeader, [
    {
      Barcode: `${code}-A`,
      'Item Name': `${code} Bangle 14K`,
      Category: category,
      'Cost Price': '21000.00',
      'Unit Price': '32000.00',
      'Reorder Level': '1',
      Description: 'Plain',
      'Allow Alt Description': '0',
      'Item has Serial Number': '0',
      location_Main: '2',
      attribute_Stone: 'None',
    },
    {
      Barcode: `${code}-B`,
      'Item Name': `${code} Brooch`,
      Category: category,
      'Cost Price': '1200',
      'Unit Price': '2600',
      'Reorder Level': '0',
      location_Main: '1',
    },
  ])

/** Customers of opensourcepos. */
export const ospCustomers = (name: string) =>
  csvOf(ospCustomersHeader, [
    {
      'First Name': 'Maria',
      'Last Name': name,
      Gender: '0',
      Consent: 'y',
      Email: `maria@${name.toLowerCase()}.example`,
      'Phone Number': '0917 555 0100',
      'Address 1': '12 Ongpin Street',
      City: 'Manila',
      Country: 'Philippines',
      'Account Number': 'A-1',
      Taxable: 'y',
    },
    {
      'First Name': 'Jose',
      'Last Name': name,
      Consent: 'y',
      Email: `jose@${name.toLowerCase()}.example`,
      'Phone Number': '0917 555 0101',
      'Account Number': 'A-2',
    },
  ])

const pieces = ['Ring', 'Earrings', 'Necklace', 'Bracelet', 'Pendant', 'Brooch', 'Anklet'] as const
const metals = ['18K yellow gold', '14K white gold', '18K rose gold', 'Platinum', 'Silver 925'] as const
const stones = ['Diamond', 'Ruby', 'Sapphire', 'Emerald', 'Pearl', ''] as const

/**
 * A file in the shape of a public data set of jewelry: odd headings, prices and weights with decimals in excess, a unit
 * behind each weight, and many kinds that a new shop has not as categories. It has no code and no cost.
 */
export function publicSet(rows: number, { name, first = 1 }: { name: string; first?: number }): string {
  const header = ['name', 'brand', 'type', 'price', 'weight', 'metal', 'stone', 'size']
  const lines = Array.from({ length: rows }, (_, at) => {
    const n = first + at
    const piece = pieces[n % pieces.length]!
    // 30 kinds: seven pieces in some styles each.
    const type = `${piece} ${name} ${['Classic', 'Modern', 'Bridal', 'Kids', 'Men'][n % 5]!}`
    const metal = metals[n % metals.length]!
    const stone = stones[n % stones.length]!
    return [
      `${metal} ${stone} ${piece} ${n}`.replaceAll(/\s+/g, ' '),
      'Ornament',
      type,
      (900 + ((n * 7919) % 250_000) + 0.12345).toFixed(5),
      `${(1 + ((n * 13) % 300) / 10 + 0.01234).toFixed(5)} g`,
      metal,
      stone,
      String(5 + (n % 6)),
    ]
  })
  return toCsv([header, ...lines])
}
