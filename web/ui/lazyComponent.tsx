import { type ComponentType, createElement, lazy, Suspense, useEffect } from 'react'

import { toasts } from './toasts.ts'

/**
 * A component whose code comes when it is first shown, so that the screen need not wait for it. Where the code cannot be
 * had, people are told so, and the screen stays.
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
