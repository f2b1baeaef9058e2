/**
 * A text that would run, close a block, or be read as something else, wherever it is not taken for text; cut to what a
 * field takes. What runs says so: it sets `owned` on the window.
 */
export const hostileText = (name: string, most = 250) =>
  `${name} </script><script>owned=1</script><img src=x onerror=owned=1>" onmouseover="owned=1' {{7*7}} \${7*7} \u2028 &amp; --> ]]> %s`.slice(
    0,
    most,
  )
