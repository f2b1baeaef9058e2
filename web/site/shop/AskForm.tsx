import { type ActionFunctionArgs, Link, useLocation } from 'react-router'

import type { ShopItemDetails } from '../../../contract/catalogue/shop.ts'
import { itemOfPath, itemPathOf, publicPaths } from '../../../contract/site/site.ts'
import { QuestionForm, sendQuestion, sentParam, Thanks } from '../parts/QuestionForm.tsx'
import { type Pages, useSite } from '../parts/site.ts'

/** Sends a question about a piece. It also runs on the server, for browsers without scripts. */
export const askAction =
  (pages: Pages) =>
  async ({ request, params }: ActionFunctionArgs) => {
    const itemID = itemOfPath(`${publicPaths.shop}/${params['id']}`)
    return sendQuestion(pages, await request.formData(), itemID, itemPathOf(itemID ?? 0))
  }

/** The form 'Ask about this piece', replaced by thanks once it is sent. */
export function AskForm({ item }: { item: ShopItemDetails }) {
  const own = useSite().words.item
  const isSent = new URLSearchParams(useLocation().search).has(sentParam)
  const path = itemPathOf(item.itemID)
  return (
    <section className="ask-form" id="ask" aria-labelledby="ask-heading">
      <div>
        <h2 id="ask-heading">{own.ask}</h2>
        <p className="muted">{own.askAbout}</p>
      </div>
      {isSent ? (
        <Thanks>
          <p>
            <Link className="under" to={`${path}#ask`} replace>
              {own.askMore}
            </Link>
          </p>
        </Thanks>
      ) : (
        <QuestionForm path={path} textLabel={own.text} />
      )}
    </section>
  )
}
