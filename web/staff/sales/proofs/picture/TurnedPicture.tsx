import type { Size } from './crop.ts'

/** A picture that fills a box of this size after so many quarter turns. */
export function TurnedPicture({
  url,
  alt,
  turns,
  size,
  onLoad,
}: {
  url: string
  alt: string
  turns: number
  size: Size
  onLoad?: (natural: Size) => void
}) {
  const [width, height] = turns % 2 === 0 ? [size.width, size.height] : [size.height, size.width]
  return (
    <img
      className="proof-turned"
      src={url}
      alt={alt}
      draggable={false}
      style={{ width, height, transform: `translate(-50%, -50%) rotate(${turns * 90}deg)` }}
      onLoad={(event) => {
        const { naturalWidth, naturalHeight } = event.currentTarget
        onLoad?.({ width: naturalWidth, height: naturalHeight })
      }}
    />
  )
}
