// Stands in the page itself, before the modules, in one script with appearance.js. Browsers that cannot read our modules
// run it, so that neither uses anything newer than ES2015.
// It marks a browser that could not read our code, or lacks one of the latest features that every browser of package.json's
// `browserslist` has, and reveals the sentence about it in the back-office's page (staff/index.html).
;(function () {
  var page = document.documentElement

  function reveal() {
    var sentence = document.getElementById('old-browser')
    if (sentence) sentence.hidden = false
  }

  function markAsOld() {
    page.setAttribute('data-browser', 'old')
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', reveal)
    else reveal()
  }

  var isCurrent =
    'noModule' in HTMLScriptElement.prototype &&
    'canParse' in URL && // Chrome and Edge 120
    'transfer' in ArrayBuffer.prototype && // Firefox 122
    'groupBy' in Map && // Safari 17.4
    'withResolvers' in Promise &&
    CSS.supports('selector(:has(a))')
  if (!isCurrent) markAsOld()
  addEventListener('error', function (event) {
    var root = document.getElementById('root')
    if (/SyntaxError/.test(event.message) && !(root && root.firstChild)) markAsOld()
  })
})()
