/**
 * Returns a text that attacks every context that does not escape it, cut to the length of a field. A script that runs
 * sets `owned` on the window.
 */
export const hostileText = (name: string, most = 250) =>
  `${name} </script><script>owned=1</script><img src=x onerror=owned=1>" onmouseover="owned=1' {{7*7}} \${7*7} \u2028 &amp; --> ]]> %s`.slice(
    0,
    most,
  )
