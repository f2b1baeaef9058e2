import { fineness, type Karat } from '../../contract/catalogue/karats.ts'

/** Shows the karat of a piece as a hallmark. */
export function Hallmark({ karat }: { karat: Karat }) {
  return (
    <span className="hm">
      <span>{karat}</span>
      <i>{fineness[karat]}</i>
    </span>
  )
}
