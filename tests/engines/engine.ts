import type { Place } from './locate.ts'

/** One browser tab, as journeys control it. Each engine has a file that creates one. */
export type Engine = {
  open: (address: string) => Promise<void>
  /** Returns the value of an expression in the page. */
  evaluate: (expression: string) => Promise<unknown>
  /** Clicks in the middle of an element. Throws if the element is missing or covered. */
  click: (place: Place) => Promise<void>
  /** Presses keys into the focused element. */
  type: (text: string) => Promise<void>
  press: (key: Key) => Promise<void>
  /** Chooses files in an input, which may be hidden. */
  chooseFiles: (place: Place, paths: string[]) => Promise<void>
  /** Sets the inner size of the tab. */
  resize: (width: number, height: number) => Promise<void>
  /** Returns the visible part of the page as a PNG. */
  picture: () => Promise<Uint8Array>
  /** Returns the console errors, page errors and violations of the Content-Security-Policy since the last call. */
  takeTrouble: () => string[]
  close: () => Promise<void>
}

export type Key = 'Enter' | 'Escape' | 'F4' | 'F8' | 'F9'
export type OpenEngine = () => Promise<Engine>
