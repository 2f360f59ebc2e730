import type { Locator } from '@playwright/test'
import { create } from 'qrcode'

/** The modules of a QR code, row by row. */
export interface CodeModules {
  size: number
  /** `x y` of the dark ones. */
  dark: string[]
}

/** The modules of a code on the page. */
export async function readCode(code: Locator): Promise<CodeModules> {
  await code.scrollIntoViewIfNeeded()
  const size = Number((await code.getAttribute('viewBox'))?.split(' ')[2])
  const path = (await code.locator('path').getAttribute('d')) ?? ''
  return { size, dark: [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`) }
}

/** The modules of a text's code. */
export function codeOf(text: string): CodeModules {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const dark = Array.from(data, (isDark, place) =>
    isDark ? `${place % size} ${Math.floor(place / size)}` : '',
  )
  return { size, dark: dark.filter(Boolean) }
}
