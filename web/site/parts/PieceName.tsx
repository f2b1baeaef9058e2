/** Shows the name of a piece. A Japanese name breaks after a comma (、) before it breaks inside of a part. */
export function PieceName({ name }: { name: string }) {
  const parts = name.split(/(?<=、)/)
  if (parts.length === 1) return name
  return parts.map((part) => (
    <span className="phrase" key={part}>
      {part}
    </span>
  ))
}
