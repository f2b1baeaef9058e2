/** An element of the page by role and name. A name is the whole accessible name, except with `starts`. */
export type Place = {
  role: Role
  name?: string
  /** The beginning of the name. */
  starts?: string
  /** Words anywhere in the element. */
  text?: string
  /** The element that contains it. */
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

/** A place with the selectors of its roles, for `locate`, which runs in the page and sees only its argument. */
export type Located = Omit<Place, 'role' | 'within'> & { selector: string; within?: Located }

export const located = ({ role, within, ...rest }: Place): Located => ({
  ...rest,
  selector: selectors[role],
  ...(within && { within: located(within) }),
})

/**
 * Runs in the page. Returns the first visible match, or null; a hidden file input counts as visible. Only Chromium's
 * driver finds elements by accessible name, so this implements the needed part of the standard.
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
