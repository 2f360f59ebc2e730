import type { Page } from '@playwright/test'

/** What a person does with a page by pointers, whatever page is opened meanwhile. */
export interface Pointers {
  taps: () => number
  /** Whether a mouse did anything, hovering included. */
  hasMouse: () => boolean
}

/** Watches what fingers and mouse do with the pages that are opened from here on. */
export async function watchPointers(page: Page): Promise<Pointers> {
  const seen: string[] = []
  await page.exposeFunction('notePointer', (what: string) => seen.push(what))
  await page.addInitScript(notePointers)
  return {
    taps: () => seen.filter((what) => what === 'touch pointerdown').length,
    hasMouse: () => seen.some((what) => what.startsWith('mouse')),
  }
}

/** Runs in each page before its scripts. */
function notePointers(): void {
  const { notePointer } = globalThis as unknown as { notePointer: (what: string) => void }
  for (const type of ['pointerdown', 'pointermove'])
    addEventListener(type, (event) => notePointer(`${(event as PointerEvent).pointerType} ${type}`), true)
}
