import { useState } from 'react'

/** The steps of the zoom. 1 is the whole picture. */
const zooms = [1, 1.25, 1.5, 2, 2.5, 3, 4, 6] as const

/** How a person looks at the pictures of a proof: which one, how large, how turned, and whether through the loupe. */
export function usePictureView(count: number) {
  const [view, setView] = useState({ file: 0, zoom: 0, turns: 0, hasLoupe: false })
  const change = (changes: Partial<typeof view>) => setView((before) => ({ ...before, ...changes }))
  return {
    ...view,
    zoom: zooms[view.zoom]!,
    isSmallest: view.zoom === 0,
    isLargest: view.zoom === zooms.length - 1,
    choose: (file: number) => change({ file: Math.min(file, count - 1), zoom: 0, turns: 0 }),
    zoomBy: (by: 1 | -1) =>
      setView((before) => ({ ...before, zoom: Math.max(0, Math.min(before.zoom + by, zooms.length - 1)) })),
    fit: () => change({ zoom: 0 }),
    turn: () => setView((before) => ({ ...before, turns: (before.turns + 1) % 4 })),
    toggleLoupe: () => setView((before) => ({ ...before, hasLoupe: !before.hasLoupe })),
  }
}
export type PictureView = ReturnType<typeof usePictureView>
