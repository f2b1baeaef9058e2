import { sql } from 'drizzle-orm'

import { item } from '../../db/schema/catalogue.ts'
import { itemPrice, repricingItem } from '../../db/schema/pricing.ts'
import { audit } from '../../db/schema/shared.ts'
import { publish } from '../../events/publish.ts'
import { apiTokenIDOf, type Context, userIDOf } from '../../kernel/context.ts'

type Side = 'old_price_id' | 'new_price_id'

/**
 * Gives the items of a batch one of its prices in place of the other. Each item keeps its own entry in the audit trail,
 * because undoing an import looks there. All is one statement each, and one event, so that a batch may have any size.
 */
export async function changeItems(context: Context, repricingID: number, { from, to }: { from: Side; to: Side }) {
  const { db, actor, now } = context
  const [before, after] = [sql.identifier(from), sql.identifier(to)]
  const at = sql`${now.toISOString()}::timestamptz`
  await db.execute(sql`
    update ${item} set item_price_id = p.item_price_id, price = p.price, modified_by_id = ${userIDOf(actor)}::int,
        updated_at = greatest(${at}, ${item.updatedAt} + interval '1 millisecond')
      from ${repricingItem} b join ${itemPrice} p on p.item_price_id = b.${after}
      where b.repricing_id = ${repricingID} and ${item.itemID} = b.item_id`)
  await db.execute(sql`
    insert into ${audit} (at, user_id, api_token_id, action, entity, entity_id, before, after)
      select ${at}, ${userIDOf(actor)}::int, ${apiTokenIDOf(actor)}::int, 'update', 'item', b.item_id,
        jsonb_build_object('itemPriceID', f.item_price_id, 'price', trim_scale(f.price)),
        jsonb_build_object('itemPriceID', t.item_price_id, 'price', trim_scale(t.price))
      from ${repricingItem} b join ${itemPrice} f on f.item_price_id = b.${before}
        join ${itemPrice} t on t.item_price_id = b.${after}
      where b.repricing_id = ${repricingID} order by b.item_id`)
  await publish(context, { type: 'item.changed', entity: 'item', id: null })
}
