import type { SitePicture } from './sitePictures.ts'

/** A picture of the site at the top of a page, which loads first. `sizes` is the attribute of <img>. */
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
