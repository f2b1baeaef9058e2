/**
 * Runs in the page before its scripts. Removes features that are newer than the oldest supported browsers
 * (`browserslist` in package.json), so that code or a package that relies on one fails in the journeys. Remove an entry
 * when all supported browsers have the feature; see caniuse.com.
 */
export function removeLateFeatures() {
  const remove = (owner: object | undefined, ...names: string[]) => {
    for (const name of names) if (owner) Reflect.deleteProperty(owner, name)
  }
  const global = globalThis as Record<string, unknown>
  remove(globalThis, 'Temporal', 'Iterator', 'Float16Array', 'AsyncDisposableStack', 'DisposableStack', 'URLPattern')
  remove(globalThis, 'CloseWatcher', 'TrustedTypePolicyFactory', 'scheduler', 'showSaveFilePicker', 'WebSocketStream')
  remove(Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference')
  remove(Set.prototype, 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom')
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object
  remove(iterator, 'map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find')
  remove(Promise, 'try')
  remove(RegExp, 'escape')
  remove(Error, 'isError')
  remove(Math, 'f16round', 'sumPrecise')
  remove(Uint8Array, 'fromBase64', 'fromHex')
  remove(Uint8Array.prototype, 'toBase64', 'toHex', 'setFromBase64', 'setFromHex')
  remove(Map.prototype, 'getOrInsert', 'getOrInsertComputed')
  remove(WeakMap.prototype, 'getOrInsert', 'getOrInsertComputed')
  remove(global['Intl'] as object, 'DurationFormat')
  remove(URL, 'parse')
  remove(AbortSignal, 'any')
  remove(Document.prototype, 'startViewTransition', 'caretPositionFromPoint')
  remove(Document, 'parseHTMLUnsafe')
  remove(Element.prototype, 'setHTML', 'setHTMLUnsafe', 'getHTML', 'moveBefore', 'currentCSSZoom')
  remove(HTMLElement.prototype, 'showPopover', 'hidePopover', 'togglePopover', 'popover', 'writingSuggestions')
  remove(HTMLDialogElement.prototype, 'requestClose', 'closedBy')
  remove(HTMLInputElement.prototype, 'switch')
  remove(HTMLSelectElement.prototype, 'showPicker')
  remove(Navigator.prototype, 'clipboardItems', 'userActivation')
  remove(window, 'requestIdleCallback', 'cancelIdleCallback')
}
