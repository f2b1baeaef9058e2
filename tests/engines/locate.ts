/** Something on the page as a person would name it. A name is the whole accessible name, but for `starts`. */
export type Place = {
  role: Role
  name?: string
  /** How the name begins. */
  starts?: string
  /** Words anywhere in it. */
  text?: string
  /** What it is in. */
  within?: Place
}
export type Role = keyof typeof selectors

const selectors = {
  alert: '[role=alert]',
  body: 'body',
  button: 'button, [role=button], summary',
  checkbox: 'input[type=checkbox]',
  complementary: 'aside',
  dialog: 'dialog, [role=dialog]',
  field: 'input, textarea, select, [role=combobox]',
  files: 'input[type=file]',
  form: 'form',
  heading: 'h1, h2, h3, h4, h5, h6',
  link: 'a[href]',
  main: 'main',
  option: '[role=option]',
  region: 'section, fieldset, [role=region]',
  row: 'tr, [role=row]',
  status: 'output, [role=status]',
} as const

/** The place with the selectors of its roles, as `locate` takes it: that knows nothing but what it is given. */
export type Located = Omit<Place, 'role' | 'within'> & { selector: string; within?: Located }

export const located = ({ role, within, ...rest }: Place): Located => ({
  ...rest,
  selector: selectors[role],
  ...(within && { within: located(within) }),
})

/**
 * Runs in the page: the first visible element that fits, or null; a hidden input of files counts, too. No engine but
 * Chromium finds by accessible names through its driver, so that this reads them as the standard says, in what we need.
 */
export function locate(place: Located): HTMLElement | null {
  const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  function textOf(node: Node): string {
    if (node instanceof Text) return node.data
    if (node instanceof HTMLImageElement) return node.alt
    if (!(node instanceof Element) || node.ariaHidden === 'true') return ''
    return Array.from(node.childNodes, textOf).join(node.matches('button, a, h1, h2, h3, option') ? '' : ' ')
  }
  function nameOf(element: HTMLElement): string {
    const by = element.getAttribute('aria-labelledby')
    if (by)
      return tidy(
        by
          .split(' ')
          .map((id) => textOf(document.getElementById(id) ?? new Text()))
          .join(' '),
      )
    const label = element.getAttribute('aria-label')
    if (label) return tidy(label)
    if (element instanceof HTMLFieldSetElement) return tidy(textOf(element.querySelector('legend') ?? new Text()))
    if ('labels' in element && element.labels instanceof NodeList && element.labels.length > 0)
      return tidy(Array.from(element.labels, textOf).join(' '))
    return tidy(textOf(element) || element.title)
  }
  function find({ selector, within, name, starts, text }: Located): HTMLElement[] {
    const roots = within ? find(within) : [document]
    return roots
      .flatMap((root) => Array.from(root.querySelectorAll<HTMLElement>(selector)))
      .filter(
        (element) =>
          (element.matches('input[type=file]') || element.checkVisibility({ visibilityProperty: true })) &&
          (name === undefined || nameOf(element) === name) &&
          (starts === undefined || nameOf(element).startsWith(starts)) &&
          (text === undefined || tidy(textOf(element)).includes(text)),
      )
  }
  return find(place)[0] ?? null
}
