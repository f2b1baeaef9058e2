/**
 * Returns the text by which handles are compared, as `handleKey` of the schema does: without a leading @ and repeated
 * spaces, in lower case.
 */
export const normalizeHandle = (handle: string) =>
  handle.trim().replace(/^@+/, '').trim().replaceAll(/\s+/g, ' ').toLowerCase()
