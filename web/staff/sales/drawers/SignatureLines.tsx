import { signatureField } from '../../../../contract/drawers/drawer-rules.ts'

/** Draws the lines of a signature. */
export const SignatureLines = ({ signature }: { signature: readonly (readonly (readonly [number, number])[])[] }) => (
  <svg className="signature-lines" viewBox={`0 0 ${signatureField.width} ${signatureField.height}`} aria-hidden="true">
    {signature.map((line, n) => (
      <polyline
        key={n}
        points={(line.length === 1 ? [...line, ...line] : line).map((point) => point.join(',')).join(' ')}
      />
    ))}
  </svg>
)
