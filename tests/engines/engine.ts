import type { Place } from './locate.ts'

/** A browser's one tab, as journeys drive it. Each engine has a file that makes one. */
export type Engine = {
  open: (address: string) => Promise<void>
  /** The value of an expression in the page. */
  evaluate: (expression: string) => Promise<unknown>
  /** A real click in the middle of what is there. Throws where it is not there, or something covers it. */
  click: (place: Place) => Promise<void>
  /** Real keys to whatever has the focus. */
  type: (text: string) => Promise<void>
  press: (key: Key) => Promise<void>
  /** Chooses files in an input, which may be hidden. */
  chooseFiles: (place: Place, paths: string[]) => Promise<void>
  /** The inner size of the tab. */
  resize: (width: number, height: number) => Promise<void>
  /** What is seen of the page now, as a PNG. */
  picture: () => Promise<Uint8Array>
  /** Console errors, page errors and violations of the Content-Security-Policy since this was last called. */
  takeTrouble: () => string[]
  close: () => Promise<void>
}

export type Key = 'Enter' | 'Escape' | 'F4' | 'F8' | 'F9'
export type OpenEngine = () => Promise<Engine>
