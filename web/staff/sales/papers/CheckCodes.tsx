import type { CertificateCheck } from '../../../../contract/sales/certificates.ts'

/** Prints the QR code of each certificate of the sale, of 23 mm on every paper. */
export function CheckCodes({ checks }: { checks: readonly CertificateCheck[] }) {
  if (checks.length === 0) return null
  return (
    <section className="check-codes">
      {checks.map(({ certificateNumber, address, modules, path }) => (
        <div key={certificateNumber}>
          <svg viewBox={`0 0 ${modules} ${modules}`} aria-hidden="true" shapeRendering="crispEdges">
            <path d={path} />
          </svg>
          <p>
            Certificate {certificateNumber}
            <small>{address.replace(/^https?:\/\//, '')}</small>
          </p>
        </div>
      ))}
    </section>
  )
}
