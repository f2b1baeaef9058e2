/**
 * Shows a name or a sentence whose Japanese lines break after a comma or a full stop before they break inside of a clause. Most browsers
 * know no phrases of Japanese (`word-break: auto-phrase`) and break within any word.
 */
export function Clauses({ text }: { text: string }) {
  const clauses = text.split(/(?<=[、。])/)
  if (clauses.length === 1) return text
  return clauses.map((clause, n) => (
    // A text never changes on its page, and a clause may come twice.
    <span className="phrase" key={n}>
      {clause}
    </span>
  ))
}
