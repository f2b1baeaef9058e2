// Stands in the page itself, before the modules, and runs in browsers that cannot read those: it is written in ES5.
// Marks a browser that lacks one of the latest things that the browsers of package.json's `browserslist` all have, or
// that could not read our code; reveals the sentence about it, which the back-office's page has (staff/index.html).
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
