import type { Locator, Page } from '@playwright/test'

import { expect } from './fixtures.ts'

export type Effort = {
  /** Presses keys that lead somewhere: a shortcut, Enter, Tab, or a letter of a command. Each counts. */
  press: (...keys: string[]) => Promise<void>
  /** Presses Tab until the control has the focus. Each Tab counts. */
  tabTo: (control: Locator) => Promise<void>
  /** Types a fact that only the person knows, such as an amount or a name. It counts apart from the keys. */
  type: (text: string) => Promise<void>
  /** Scans a code. A scanner costs no key. */
  scan: (code: string) => Promise<void>
  /** Touches a control. Each touch counts. */
  tap: (control: Locator) => Promise<void>
  /** Touches a field and types a fact into it, as on a phone. */
  tapAndType: (field: Locator, text: string) => Promise<void>
  /** Returns what was counted: keys or taps, and the typed characters. */
  count: () => { steps: number; typed: number }
}

/** A person types slower than a scanner. Faster keys would be taken for a scan. */
const typingDelay = 70
const tabsAtMost = 60

/** Counts what a person does with the keyboard, or with a thumb. Every journey of `six-jobs.spec.ts` counts by it. */
export function countEffort(page: Page): Effort {
  let steps = 0
  let typed = 0
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      steps++
      await page.keyboard.press(key)
      await page.waitForTimeout(typingDelay)
    }
  }
  const type = async (text: string) => {
    typed += text.length
    await page.keyboard.type(text, { delay: typingDelay })
    await page.waitForTimeout(typingDelay)
  }
  const tap = async (control: Locator) => {
    steps++
    await control.tap()
  }
  return {
    press,
    type,
    tap,
    tabTo: async (control) => {
      await expect(control).toBeVisible()
      const isFocused = () => control.evaluate((element) => element === document.activeElement)
      for (let tabs = 0; !(await isFocused()); tabs++) {
        expect(tabs, 'The control is within reach of Tab').toBeLessThan(tabsAtMost)
        await press('Tab')
      }
    },
    scan: async (code) => {
      await page.keyboard.type(code)
      await page.keyboard.press('Enter')
    },
    tapAndType: async (field, text) => {
      await tap(field)
      await expect(field).toBeFocused()
      await type(text)
    },
    count: () => ({ steps, typed }),
  }
}
