/** The widths (pixels) in which the public pages request a stored picture. A smaller picture is never enlarged. */
export const variantWidths = [320, 480, 720, 960, 1600] as const
/** The formats that the public pages request, the smallest files first. */
export const variantFormats = ['avif', 'webp'] as const

/** Returns the address of a stored picture (`/pictures/….webp`) in a width and format. */
export const variantPath = (path: string, width: number, format: (typeof variantFormats)[number]) =>
  path.replace(/webp$/, `${width}.${format}`)
