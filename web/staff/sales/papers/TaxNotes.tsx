/** Prints the small print about tax at the end of a paper. */
export function TaxNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <footer>
      {notes.map((note) => (
        <p key={note}>
          <small>{note}</small>
        </p>
      ))}
    </footer>
  )
}
