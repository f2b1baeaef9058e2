import about800avif from '../../pictures/about-800.avif'
import about800 from '../../pictures/about-800.webp'
import about1200avif from '../../pictures/about-1200.avif'
import about1200 from '../../pictures/about-1200.webp'
import hero800avif from '../../pictures/hero-800.avif'
import hero800 from '../../pictures/hero-800.webp'
import hero1200avif from '../../pictures/hero-1200.avif'
import hero1200 from '../../pictures/hero-1200.webp'
import hero1600avif from '../../pictures/hero-1600.avif'
import hero1600 from '../../pictures/hero-1600.webp'

/** A picture of the site itself, in its formats and sizes. */
export type SitePicture = { avif: string; webp: string; largest: string; width: number; height: number }

export const hero: SitePicture = {
  avif: `${hero800avif} 800w, ${hero1200avif} 1200w, ${hero1600avif} 1600w`,
  webp: `${hero800} 800w, ${hero1200} 1200w, ${hero1600} 1600w`,
  largest: hero1600,
  width: 1600,
  height: 1500,
}

export const brooch: SitePicture = {
  avif: `${about800avif} 800w, ${about1200avif} 1200w`,
  webp: `${about800} 800w, ${about1200} 1200w`,
  largest: about1200,
  width: 1200,
  height: 1200,
}
