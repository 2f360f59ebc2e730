import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'
import { changeDevice, nextFrames } from './media.ts'

/** Paper of A4 less its margins, in CSS pixels. */
export const paper = { width: 688, height: 972 } as const

/** Shows the screen that is open as it is printed, on a device that is dark. */
export async function print(): Promise<void> {
  await changeDevice({ ...paper, theme: 'dark' })
  await emulateMedia('print')
  onTestFinished(() => emulateMedia(''))
  await nextFrames()
}

async function emulateMedia(media: 'print' | ''): Promise<void> {
  const features = [{ name: 'prefers-color-scheme', value: 'dark' }]
  await cdp().send('Emulation.setEmulatedMedia', { media, features })
}
