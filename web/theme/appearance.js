// Stands in the page itself and runs before it is drawn, so that a dark page is never white for a moment
// (vite.config.ts puts it there). The rest of the story is in appearance.ts.
;(function () {
  let kept = null
  try {
    kept = localStorage.getItem('darkMode')
  } catch (error) {
    // Storage is switched off: the system's choice stands. (`catch` without its error is newer than theme/browser.js may be.)
    if (!(error instanceof DOMException)) throw error
  }
  const dark = kept === null ? matchMedia('(prefers-color-scheme: dark)').matches : kept === 'true'
  const theme = dark ? 'dark' : 'light'
  document.documentElement.dataset.theme = theme
  document.documentElement.dataset.mantineColorScheme = theme
})()
