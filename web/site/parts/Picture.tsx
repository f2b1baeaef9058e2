import type { PictureFocus } from '../../../contract/shared/covers.ts'
import { variantFormats, variantPath, variantWidths } from '../../../contract/shared/pictures.ts'
import { focusClass } from '../../theme/focusClass.ts'

type Properties = {
  /** The path of a stored picture. */
  path: string
  /** The place that stays in view in a square frame. */
  focus?: PictureFocus | null | undefined
  alt: string
  /** The displayed width, as the `sizes` attribute of an image. */
  sizes: string
  /**
   * For a picture that is visible without scrolling. `eager` loads it with high priority, `soon` with normal priority.
   * Other pictures load when the visitor scrolls near them.
   */
  eager?: boolean
  soon?: boolean
}

/**
 * A stored picture in the size and format that suit the screen. It fills a square, so that the layout does not move
 * when it loads.
 */
export function Picture({ path, focus, alt, sizes, eager = false, soon = false }: Properties) {
  const [modern, plain] = variantFormats.map((format) =>
    variantWidths.map((width) => `${variantPath(path, width, format)} ${width}w`).join(', '),
  )
  return (
    <picture>
      <source type="image/avif" srcSet={modern} sizes={sizes} />
      <img
        src={variantPath(path, 720, 'webp')}
        srcSet={plain}
        sizes={sizes}
        width={720}
        height={720}
        className={focusClass(focus)}
        alt={alt}
        {...(eager && { fetchPriority: 'high' })}
        {...(!eager && !soon && { loading: 'lazy' })}
        decoding="async"
      />
    </picture>
  )
}

/** A drawn stone in place of a missing picture. */
export const NoPicture = () => (
  <svg className="no-picture" viewBox="0 0 120 120" aria-hidden="true">
    <path d="M47 30h26l17 17v26L73 90H47L30 73V47z" />
    <path d="M52 42h16l10 10v16L68 78H52L42 68V52z" />
    <path d="M47 30l5 12M73 30l-5 12M90 47l-12 5M90 73l-12-5M73 90l-5-12M47 90l5-12M30 73l12-5M30 47l12 5" />
  </svg>
)
