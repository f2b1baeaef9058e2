import { shopTerms } from '../db/schema/company.ts'
import type { Tx } from '../kernel/database.ts'

type Texts = Pick<typeof shopTerms.$inferInsert, 'english' | 'tagalog' | 'japanese'>

/** The terms of the demo shop: the first versions, and those that replaced them in the middle of its year. */
const versions: Record<'return' | 'layaway', [Texts, Texts]> = {
  return: [
    {
      english: `You may return a piece within 7 days of receiving it, unworn, with its box and this order.

We give back what you paid, the way you paid it. Pieces made or engraved for you cannot be returned.`,
      tagalog: `Maaari ninyong isauli ang piyesa sa loob ng 7 araw mula nang matanggap, hindi pa naisusuot, kasama ang kahon at ang order na ito.

Ibabalik namin ang inyong ibinayad sa paraan ng inyong pagbabayad. Hindi naisasauli ang piyesang ginawa o inukitan para sa inyo.`,
      japanese: `お品物のお受け取りから7日以内に、未使用の状態で、箱とご注文番号を添えてお持ちいただければ返品を承ります。

お支払いいただいた金額を、お支払いと同じ方法でお返しします。お誂えの品、刻印を入れた品は返品できません。`,
    },
    {
      english: `You may return a piece within 14 days of receiving it, unworn, with its box and this order.

We weigh it and look at its stones before we give back what you paid, the way you paid it, within 3 working days.

Pieces made, sized or engraved for you cannot be returned. If a stone or a clasp comes loose within 6 months, we mend it free of charge.`,
      tagalog: `Maaari ninyong isauli ang piyesa sa loob ng 14 na araw mula nang matanggap, hindi pa naisusuot, kasama ang kahon at ang order na ito.

Titimbangin muna namin ito at titingnan ang mga bato, saka ibabalik ang inyong ibinayad sa paraan ng inyong pagbabayad, sa loob ng 3 araw ng trabaho.

Hindi naisasauli ang piyesang ginawa, sinukat o inukitan para sa inyo. Kung lumuwag ang bato o ang kandado sa loob ng 6 na buwan, aayusin namin ito nang walang bayad.`,
      japanese: `お品物のお受け取りから14日以内に、未使用の状態で、箱とご注文番号を添えてお持ちいただければ返品を承ります。

重さと石の状態を確かめたうえで、お支払いいただいた金額を、お支払いと同じ方法で3営業日以内にお返しします。

お誂えの品、サイズ直しや刻印をした品は返品できません。6か月以内に石や留め具がゆるんだ場合は、無料でお直しします。`,
    },
  ],
  layaway: [
    {
      english: `We keep your piece while you pay for it by the schedule of this order.

If a payment is more than 15 days late, we ask you how to go on. If you cancel, we keep a tenth of the price and give back the rest.`,
      tagalog: `Itatabi namin ang inyong piyesa habang binabayaran ninyo ito ayon sa iskedyul ng order na ito.

Kung mahigit 15 araw nang huli ang bayad, tatanungin namin kayo kung paano magpapatuloy. Kung kakanselahin ninyo, sampung porsiyento ng presyo ang maiiwan sa amin at ibabalik namin ang iba pa.`,
      japanese: `このご注文のお支払い予定に沿ってお支払いいただく間、お品物をお取り置きします。

お支払いが15日を超えて遅れた場合は、今後についてご相談します。キャンセルの場合は、価格の1割を頂戴し、残りをお返しします。`,
    },
    {
      english: `We keep your piece, and its price, while you pay for it by the schedule of this order. Your piece leaves us when the last payment has been checked.

If a payment is more than 30 days late, we ask you how to go on, and we may put the piece back on sale after 60 days.

If you cancel, we keep a tenth of the price for the time that it was set aside, and give back the rest within 7 working days.`,
      tagalog: `Itatabi namin ang inyong piyesa, at ang presyo nito, habang binabayaran ninyo ito ayon sa iskedyul ng order na ito. Aalis ang piyesa sa amin kapag natiyak na ang huling bayad.

Kung mahigit 30 araw nang huli ang bayad, tatanungin namin kayo kung paano magpapatuloy, at maaari naming ibenta muli ang piyesa makalipas ang 60 araw.

Kung kakanselahin ninyo, sampung porsiyento ng presyo ang maiiwan sa amin para sa panahong itinabi ito, at ibabalik namin ang iba pa sa loob ng 7 araw ng trabaho.`,
      japanese: `このご注文のお支払い予定に沿ってお支払いいただく間、お品物と価格をお取り置きします。最後のお支払いを確認したのち、お品物をお渡しします。

お支払いが30日を超えて遅れた場合は、今後についてご相談します。60日を過ぎた場合は、お品物を再び販売することがあります。

キャンセルの場合は、お取り置きの費用として価格の1割を頂戴し、残りを7営業日以内にお返しします。`,
    },
  ],
}

/** Inserts the versions of terms, unless the shop has terms of its own. `moments` are when each pair came into force. */
export async function insertTerms(tx: Tx, adminID: number, moments: [Date, Date]) {
  if ((await tx.$count(shopTerms)) > 0) return
  for (const [n, createdAt] of moments.entries())
    for (const kind of ['return', 'layaway'] as const)
      await tx.insert(shopTerms).values({
        kind,
        version: n + 1,
        ...versions[kind][n]!,
        createdByID: adminID,
        createdAt,
      })
}
