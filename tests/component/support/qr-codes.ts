import { create } from 'qrcode'
import type { Locator } from 'vitest/browser'

/** The modules of a QR code. */
interface CodeModules {
  size: number
  /** `x y` of the dark ones. */
  dark: string[]
}

/** Reads the modules of a code on the page. */
export function readCode(code: Locator): CodeModules {
  const svg = code.element() as SVGSVGElement
  const path = svg.querySelector('path')?.getAttribute('d') ?? ''
  return {
    size: svg.viewBox.baseVal.width,
    dark: [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`),
  }
}

/** Creates the modules of the code that encodes a text. */
export function encodeText(text: string): CodeModules {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const dark = Array.from(data, (isDark, place) =>
    isDark ? `${place % size} ${Math.floor(place / size)}` : '',
  )
  return { size, dark: dark.filter(Boolean) }
}
