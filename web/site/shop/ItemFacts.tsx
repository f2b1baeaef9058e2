import type { ShopItemDetails } from '../../../contract/catalogue/shop.ts'
import { publicAddress } from '../../../contract/shared/languages.ts'
import { itemPathOf, publicPaths } from '../../../contract/site/site.ts'
import { useCategoryName } from '../parts/CategoryName.tsx'
import { JsonLd } from '../parts/Head.tsx'
import { useShopName, useSite } from '../parts/site.ts'

/** Returns an availability by schema.org's name, which differs by its first letter: InStock, MadeToOrder, SoldOut. */
const schemaName = (availability: string) => availability.replace(/^./, (letter) => letter.toUpperCase())

/** The facts and the offer of a piece for search engines. */
export function ItemFacts({ item }: { item: ShopItemDetails }) {
  const { language, origin, words } = useSite()
  const seller = useShopName()
  const category = useCategoryName(item)
  const absoluteURL = (path: string) => new URL(publicAddress(language, path), origin).href
  const url = absoluteURL(itemPathOf(item.itemID))
  const price = item.price.toFixed(2)
  return (
    <>
      <JsonLd
        data={{
          '@type': 'Product',
          '@id': url,
          name: item.itemName,
          sku: item.itemCode,
          category,
          image: item.pictures.map((path) => new URL(path, origin).href),
          ...(item.description && { description: item.description }),
          ...(item.metal && { material: item.karat ? `${item.karat} ${item.metal}` : item.metal }),
          ...(item.size && { size: item.size }),
          ...(item.grams > 0 && { weight: { '@type': 'QuantitativeValue', value: item.grams, unitCode: 'GRM' } }),
          offers: {
            '@type': 'Offer',
            url,
            price,
            priceCurrency: 'PHP',
            availability: `https://schema.org/${schemaName(item.availability)}`,
            seller: { '@type': 'JewelryStore', name: seller },
            ...(item.uom === 'BULK' && {
              priceSpecification: { '@type': 'UnitPriceSpecification', price, priceCurrency: 'PHP', unitCode: 'GRM' },
            }),
            ...(item.availability === 'madeToOrder' &&
              item.leadTimeDays && {
                deliveryLeadTime: { '@type': 'QuantitativeValue', value: item.leadTimeDays, unitCode: 'DAY' },
              }),
          },
        }}
      />
      <JsonLd
        data={{
          '@type': 'BreadcrumbList',
          itemListElement: [
            { name: words.frame.products, item: absoluteURL(publicPaths.shop) },
            { name: category, item: absoluteURL(`${publicPaths.shop}?categoryID=${item.categoryID}`) },
            { name: item.itemName, item: url },
          ].map((crumb, n) => ({ '@type': 'ListItem', position: n + 1, ...crumb })),
        }}
      />
    </>
  )
}
