/** The failure codes of certificates, with their HTTP status. They are part of the list in errors.ts. */
export const certificateFailures = {
  'certificate.came_back': 409,
  'certificate.issued_already': 409,
  'certificate.not_pieces': 422,
  'certificate.piece_gone': 409,
  'certificate.reason_missing': 422,
  'certificate.replaced': 409,
  'certificate.revoked': 409,
  'certificate.unknown': 404,
  'certificate.weight_missing': 422,
  'certificate.weights_reversed': 422,
} as const
