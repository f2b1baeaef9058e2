/** Loads the library that reads and resizes pictures with the first picture: an idle server saves 8 MB. */
export const loadSharp = async () => (await import('sharp')).default
