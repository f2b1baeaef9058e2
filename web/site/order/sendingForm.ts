// Helps with the form of a payment proof: checks what is missing and what files are chosen before they are sent, shows the
// pictures, names them in the language of the page, and sends once. Without it, the server checks the same and answers with the page again.

type Sentences = Record<string, string>

/** Pictures that only Apple's programs open, by the name of their type inside of the file. */
const appleType = /^ftyp(?:hei|hev|mif1|msf1)/
const taken = /^(?:image\/(?:jpeg|png|webp)|application\/pdf)$/

/** Starts to help with the form of the page, if it has one. */
export function helpWithForm() {
  document.querySelector<HTMLElement>('[data-proof="problems"]')?.focus()
  const form = document.querySelector<HTMLFormElement>('[data-proof="form"]')
  const files = form?.querySelector<HTMLInputElement>('input[type="file"]')
  if (!form || !files) return
  const { words: allWords = '{}', most: limits = '' } = form.dataset
  const { sending, ...sentences } = JSON.parse(allWords) as Record<string, Sentences> & { sending: string }
  const [most = 0, bytes = 0] = limits.split(' ').map(Number)
  const picked = form.querySelector<HTMLElement>('[data-proof="picked"]')!
  const nonePicked = picked.textContent
  // The browser's own words would be in its own language.
  form.dataset['helped'] = ''
  let chosen: File[] = []
  let isChecked = false

  /** Returns the sentence about the chosen files; undefined when they can be sent. */
  async function findProblem(): Promise<string | undefined> {
    const words = sentences['pictures']!
    if (chosen.length === 0) return words['missing']
    if (chosen.length > most) return words['too many']
    for (const file of chosen) {
      if (file.size === 0) return words['empty']
      if (file.size > bytes) return words['too large']
      const head = await file.slice(4, 12).text()
      if (appleType.test(head) || /hei[cf]$/.test(file.type)) return words['heic']
      if (file.type !== '' && !taken.test(file.type)) return words['other kind']
    }
    return undefined
  }

  function choose(all: File[]) {
    chosen = all
    const list = new DataTransfer()
    for (const file of all) list.items.add(file)
    files!.files = list.files
    showPictures()
  }

  function showPictures() {
    const list = form!.querySelector<HTMLElement>('[data-proof="thumbs"]')!
    const { remove: label = '' } = list.dataset
    for (const image of list.querySelectorAll('img')) URL.revokeObjectURL(image.src)
    list.hidden = chosen.length === 0
    picked.textContent = chosen.map(({ name }) => name).join(', ') || nonePicked
    list.replaceChildren(
      ...chosen.map((file, n) =>
        createThumb(file, label.replace('0', String(n + 1)), () => {
          choose(chosen.filter((one) => one !== file))
          files!.focus()
          void findProblem().then((problem) => say(files!, problem))
        }),
      ),
    )
  }

  files.addEventListener('change', () => {
    // Choosing again adds to what was chosen before.
    const added = [...files.files!]
    choose([...chosen.filter((one) => !added.some((other) => isSame(one, other))), ...added])
    void findProblem().then((problem) => say(files, problem))
  })

  form.addEventListener('submit', (event) => {
    if (isChecked) return
    event.preventDefault()
    void sendChecked()
  })

  /** Sends the form once it is good; otherwise shows the first field that is not. */
  async function sendChecked() {
    if (!(await check())) {
      form!.querySelector<HTMLElement>('[aria-invalid]')?.focus()
      return
    }
    isChecked = true
    form!.requestSubmit()
    const button = form!.querySelector<HTMLButtonElement>('[type="submit"]')!
    button.disabled = true
    button.textContent = sending
  }

  async function check(): Promise<boolean> {
    const typed = [...form!.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[required]')]
    const results = typed
      .filter((field) => field !== files)
      .map((field) => say(field, field.value.trim() === '' ? sentences[field.name]!['missing'] : undefined))
    return say(files!, await findProblem()) && results.every(Boolean)
  }

  // A page that the browser has kept must be able to send again.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}

/** Shows the sentence of a field's problem, or none. Returns whether the field is good. */
function say(field: HTMLElement, sentence: string | undefined): boolean {
  const wrong = document.querySelector<HTMLElement>(`#${field.id}-wrong`)!
  wrong.hidden = sentence === undefined
  wrong.querySelector('span')!.textContent = sentence ?? ''
  if (sentence === undefined) field.removeAttribute('aria-invalid')
  else field.setAttribute('aria-invalid', 'true')
  return sentence === undefined
}

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

/** Returns the picture of a chosen file, or its name, with a button that removes it. */
function createThumb(file: File, label: string, remove: () => void): HTMLLIElement {
  const item = document.createElement('li')
  const shown = document.createElement(file.type.startsWith('image/') ? 'img' : 'span')
  if (shown instanceof HTMLImageElement) {
    shown.src = URL.createObjectURL(file)
    shown.alt = file.name
  } else shown.textContent = file.name
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = '×'
  button.setAttribute('aria-label', label)
  button.addEventListener('click', remove)
  item.append(shown, button)
  return item
}
