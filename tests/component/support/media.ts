import { cdp, page } from 'vitest/browser'

/** Screen and preferences of a device. */
export interface Device {
  theme?: 'light' | 'dark'
  forcedColors?: boolean
  reducedMotion?: boolean
  width?: number
  height?: number
  /** Text size in percent, 100 by default. */
  textPercent?: number
  /** Time zone of the device, `America/New_York`; the venue's when absent. */
  timeZone?: string
}

/** The phone that most attendees have. */
export const phone = { width: 390, height: 844 } as const
/** The tablet that organisers work on. */
export const tablet = { width: 1180, height: 820 } as const

const usual: Required<Device> = {
  theme: 'light',
  forcedColors: false,
  reducedMotion: false,
  ...phone,
  textPercent: 100,
  timeZone: 'Asia/Shanghai',
}

let shown: Partial<Required<Device>> = {}

/** Emulates a device; the default is a phone in light mode with usual text size. */
export const setDevice = (device: Device): Promise<void> => changeDevice({ ...usual, ...device })

/** Changes some properties of the emulated device. */
export async function changeDevice(device: Device): Promise<void> {
  const before = shown
  const next = { ...usual, ...before, ...device }
  shown = next
  const isOther = (...names: (keyof Device)[]) => names.some((name) => before[name] !== next[name])
  if (isOther('width', 'height')) await page.viewport(next.width, next.height)
  if (isOther('timeZone')) await cdp().send('Emulation.setTimezoneOverride', { timezoneId: next.timeZone })
  if (isOther('theme', 'forcedColors', 'reducedMotion')) await emulateMedia(next)
  document.documentElement.style.fontSize = next.textPercent === 100 ? '' : `${next.textPercent}%`
  await nextFrames()
}

/**
 * Resets time zone and preferences after the last test of a file: the next file has another session with the same
 * browser and cannot change what this session has set.
 */
export async function releaseDevice(): Promise<void> {
  shown = {}
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' })
  await cdp().send('Emulation.setEmulatedMedia', { features: [] })
}

async function emulateMedia(device: Required<Device>): Promise<void> {
  const features = [
    { name: 'prefers-color-scheme', value: device.theme },
    { name: 'forced-colors', value: device.forcedColors ? 'active' : 'none' },
    { name: 'prefers-reduced-motion', value: device.reducedMotion ? 'reduce' : 'no-preference' },
  ]
  await cdp().send('Emulation.setEmulatedMedia', { features })
}

/** Waits until the app has rendered a change. */
export function nextFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}
