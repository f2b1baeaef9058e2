import { type ComponentType, createElement, lazy, Suspense, useEffect } from 'react'

import { toasts } from './toasts.ts'

/**
 * Returns a component whose code is loaded when it is first rendered, so that the screen need not wait for it. A
 * failed load shows a toast and keeps the screen.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => Failed) }))
  return function LazyComponent(props: Props) {
    return <Suspense fallback={null}>{createElement(Loaded, props)}</Suspense>
  }
}

function Failed() {
  useEffect(() => toasts.error('This cannot be shown. Please check the connection and reload the page.'), [])
  return null
}
