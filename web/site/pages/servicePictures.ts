import consultationAvif from '../../pictures/service-consultation-640.avif'
import consultation from '../../pictures/service-consultation-640.webp'
import customOrdersAvif from '../../pictures/service-customOrders-640.avif'
import customOrders from '../../pictures/service-customOrders-640.webp'
import highGradeAvif from '../../pictures/service-highGrade-640.avif'
import highGrade from '../../pictures/service-highGrade-640.webp'
import jewelryServicesAvif from '../../pictures/service-jewelryServices-640.avif'
import jewelryServices from '../../pictures/service-jewelryServices-640.webp'
import liveSalesAvif from '../../pictures/service-liveSales-640.avif'
import liveSales from '../../pictures/service-liveSales-640.webp'
import multiLanguageAvif from '../../pictures/service-multiLanguage-640.avif'
import multiLanguage from '../../pictures/service-multiLanguage-640.webp'
import onlineAvif from '../../pictures/service-online-640.avif'
import online from '../../pictures/service-online-640.webp'
import resellersAvif from '../../pictures/service-resellers-640.avif'
import resellers from '../../pictures/service-resellers-640.webp'
import shippingAvif from '../../pictures/service-shipping-640.avif'
import shipping from '../../pictures/service-shipping-640.webp'
import type { ServiceKey } from './ServiceIcon.tsx'

/** The picture of each service, 640 px wide, in both formats. */
export const servicePictures: Record<ServiceKey, { avif: string; webp: string }> = {
  customOrders: { avif: customOrdersAvif, webp: customOrders },
  consultation: { avif: consultationAvif, webp: consultation },
  resellers: { avif: resellersAvif, webp: resellers },
  jewelryServices: { avif: jewelryServicesAvif, webp: jewelryServices },
  liveSales: { avif: liveSalesAvif, webp: liveSales },
  shipping: { avif: shippingAvif, webp: shipping },
  highGrade: { avif: highGradeAvif, webp: highGrade },
  multiLanguage: { avif: multiLanguageAvif, webp: multiLanguage },
  online: { avif: onlineAvif, webp: online },
}
