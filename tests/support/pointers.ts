import type { Page } from '@playwright/test'

/** Counts the pointer events of a page and of pages opened later. */
export interface Pointers {
  taps: () => number
  /** Whether a mouse was used, hovering included. */
  hasMouse: () => boolean
}

/** Counts touches and mouse events in the pages that are opened from now on. */
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
