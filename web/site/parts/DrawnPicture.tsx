import type { SitePicture } from './sitePictures.ts'

/**
 * A picture of the site itself at the top of a page. The browser loads it with high priority. `sizes` is the attribute
 * of <img>.
 */
export const DrawnPicture = ({ of, sizes, alt }: { of: SitePicture; sizes: string; alt: string }) => (
  <picture>
    <source type="image/avif" srcSet={of.avif} sizes={sizes} />
    <img
      src={of.largest}
      srcSet={of.webp}
      sizes={sizes}
      width={of.width}
      height={of.height}
      alt={alt}
      fetchPriority="high"
    />
  </picture>
)
