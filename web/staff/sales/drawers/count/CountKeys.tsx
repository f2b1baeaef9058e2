/** Names the keys that move between the denominations. */
export const CountKeys = () => (
  <p className="count-keys">
    <span>
      <kbd>↑</kbd> <kbd>↓</kbd> move
    </span>
    <span>
      <kbd>Enter</kbd> next
    </span>
  </p>
)
