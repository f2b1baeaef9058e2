/** The fineness of each karat in parts of pure gold in a thousand. A hallmark shows it next to the karat. */
const fineness: Record<string, number> = { '24K': 999, '22K': 916, '21K': 875, '18K': 750, '14K': 585, '10K': 417 }

/** Shows the karat of a piece as a hallmark. */
export function Hallmark({ karat }: { karat: string }) {
  return (
    <span className="hm">
      <span>{karat}</span>
      <i>{fineness[karat]}</i>
    </span>
  )
}
