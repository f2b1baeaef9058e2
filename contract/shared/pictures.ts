/** The widths (pixels) at which the public pages ask for a kept picture; one that is smaller stays as it is. */
export const variantWidths = [320, 480, 720, 960, 1600] as const
/** The formats they ask for, the smallest first. */
export const variantFormats = ['avif', 'webp'] as const

/** The address of a kept picture (`/pictures/….webp`) at a width and in a format. */
export const variantPath = (path: string, width: number, format: (typeof variantFormats)[number]) =>
  path.replace(/webp$/, `${width}.${format}`)
