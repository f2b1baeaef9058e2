import './order.css'
import './papers.css'
import './proofs.css'
import { helpWithForm } from './sendingForm.ts'

// The only script of the page of an order. It imports nothing of the site's scripts, so that none of them loads with it. It
// stores nothing in the browser, which may refuse that.

/** A link's token: at least these letters of base64url. The page's own anchors, such as #main, are shorter. */
const tokenPattern = /^#([\w-]{20,100})/
/** How long a button says that it has copied, in milliseconds. */
const toldFor = 2000

/** The address of the page. A form that was refused is shown under an address below it. */
const page = location.pathname.replace(/\/proofs(?:\/withdraw)?$/, '')

/** Takes the token out of the address, so that no screenshot, bookmark or shared address has it. */
function takeToken(): string | null {
  const token = tokenPattern.exec(location.hash)?.[1]
  if (token === undefined) return null
  history.replaceState(null, '', page)
  return token
}

const part = (name: string) => document.querySelector<HTMLElement>(`[data-order="${name}"]`)

/** Shows one part of the page without an order. The page of an order has none of them. */
function show(shown: 'ask' | 'opening' | 'failed') {
  for (const name of ['ask', 'opening', 'failed']) {
    const one = part(name)
    if (one) one.hidden = name !== shown
  }
}

/** Exchanges the token for the browser's cookie and shows the order, or the server's page that says why not. */
async function open(token: string) {
  show('opening')
  try {
    const answer = await fetch(page, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    // A reload by hand later counts as this one, which starts on our own page: a strict cookie is sent.
    if (answer.ok) return location.replace(page)
    if (answer.status !== 404 && answer.status !== 429) throw new Error(String(answer.status))
    const refused = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const main = refused.querySelector('main')!
    document.querySelector('main')!.replaceWith(main)
    main.focus()
  } catch {
    fail(token)
  }
}

/** Offers another try. */
function fail(token: string) {
  show('failed')
  part('again')?.addEventListener('click', () => void open(token), { once: true })
}

async function copy(button: HTMLButtonElement) {
  const { copy: text = '', copied = '' } = button.dataset
  if (!(await write(text))) return
  const label = button.querySelector('span')!
  const told = button.nextElementSibling!
  const before = label.textContent
  if (button.classList.contains('done')) return
  button.classList.add('done')
  label.textContent = copied
  told.textContent = copied
  setTimeout(() => {
    button.classList.remove('done')
    label.textContent = before
    told.textContent = ''
  }, toldFor)
}

/** Writes to the clipboard; returns whether it worked. Browsers inside of other apps may lack the newer way. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const box = document.createElement('textarea')
    box.value = text
    box.className = 'vh'
    document.body.append(box)
    box.select()
    const worked = document.execCommand('copy')
    box.remove()
    return worked
  }
}

function start() {
  const token = takeToken()
  if (token !== null) void open(token)
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) button.hidden = false
addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLButtonElement>('[data-copy]')
  if (button) void copy(button)
})
// Another link pasted into the same tab changes the fragment alone.
addEventListener('hashchange', start)
start()
helpWithForm()
