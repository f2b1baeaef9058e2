import { orderPath } from '../../../contract/order-page/order-page.ts'
import { publicAddress } from '../../../contract/shared/languages.ts'
import { publicPaths } from '../../../contract/site/site.ts'
import { useSite } from '../parts/site.ts'
import { orderWords } from './words/words.ts'

/**
 * What a browser shows before it has opened an order, or when it cannot: a form for the code, which works without scripts.
 * openOrder.ts hides it while it opens a link. It says nothing of what was sent, so that all links that do not work look
 * alike.
 */
export function OpeningPage({ is }: { is: 'asked' | 'no longer' | 'too many' }) {
  const { language } = useSite()
  const words = orderWords[language]
  const texts = {
    asked: [words.ask, words.askHelp],
    'no longer': [words.ended, words.endedHelp],
    'too many': [words.tooMany, words.tooManyHelp],
  } as const
  const [title, help] = texts[is]
  return (
    <div className="order-opening">
      <div data-order="ask">
        <h1 className="order-title">{title}</h1>
        <p className="muted">{help}</p>
        {is !== 'too many' && <CodeForm />}
        {is === 'no longer' && <p className="muted">{words.mistyped}</p>}
        {is !== 'asked' && (
          <p>
            <a className="under" href={publicAddress(language, publicPaths.contact)}>
              {words.askShop}
            </a>
          </p>
        )}
      </div>
      {/* Without scripts, both stay hidden. */}
      <h1 className="order-title" data-order="opening" hidden>
        <output>{words.opening}</output>
      </h1>
      <div data-order="failed" role="alert" hidden>
        <h1 className="order-title">{words.failed}</h1>
        <p className="muted">{words.failedHelp}</p>
        <button className="btn go big" type="button" data-order="again">
          {words.again}
        </button>
      </div>
    </div>
  )
}

function CodeForm() {
  const { language } = useSite()
  const words = orderWords[language]
  return (
    <form className="order-code" method="post" action={publicAddress(language, orderPath)}>
      <label htmlFor="code">{words.code}</label>
      <input
        id="code"
        className="box num"
        name="code"
        maxLength={40}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <button className="btn go big" type="submit">
        {words.open}
      </button>
    </form>
  )
}
