/**
 * Records the film of the sample's recording: ten silent seconds of a turbine over water, drawn in Chromium and encoded
 * by it as H.264, which every phone plays. It goes to server/sample/files and is committed. Run it by hand after changing it.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from './lib/system-dependencies.ts'

const film = { width: 640, height: 360, framesPerSecond: 12, seconds: 10, bitsPerSecond: 110_000 }

const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox'],
})
try {
  const page = await browser.newPage()
  const encoded = await page.evaluate(recordFilm, film)
  await writeFile(
    join(import.meta.dirname, '../server/sample/files/recording.mp4'),
    Buffer.from(encoded, 'base64'),
  )
} finally {
  await browser.close()
}

/** Runs in the page. @returns the film in base64 */
async function recordFilm({ width, height, framesPerSecond, seconds, bitsPerSecond }: typeof film) {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  const stream = canvas.captureStream(framesPerSecond)
  // H.264, baseline profile, level 3.
  const recorder = new MediaRecorder(stream, {
    mimeType: 'video/mp4;codecs=avc1.42E01E',
    videoBitsPerSecond: bitsPerSecond,
  })
  const chunks: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data))
  const stopped = new Promise((resolve) => {
    recorder.addEventListener('stop', resolve)
  })
  recorder.start()
  for (let frame = 0; frame < framesPerSecond * seconds; frame += 1) {
    draw(frame / framesPerSecond)
    await new Promise((resolve) => {
      setTimeout(resolve, 1000 / framesPerSecond)
    })
  }
  recorder.stop()
  await stopped
  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

  /** Draws a frame: a rising sun, a turbine of three blades, two waves and the title. */
  function draw(second: number): void {
    context.fillStyle = '#0e2f2d'
    context.fillRect(0, 0, width, height)
    Object.assign(context, { lineWidth: 4, lineCap: 'round', strokeStyle: '#f0a15e' })
    context.beginPath()
    context.arc(470, 150 - second * 5, 42, 0, Math.PI * 2)
    context.stroke()
    context.strokeStyle = '#d9efeb'
    context.beginPath()
    context.moveTo(200, 290)
    context.lineTo(200, 130)
    for (let blade = 0; blade < 3; blade += 1) {
      const angle = second * 0.9 + (blade * Math.PI * 2) / 3
      context.moveTo(200, 130)
      context.lineTo(200 + Math.sin(angle) * 92, 130 - Math.cos(angle) * 92)
    }
    for (const row of [0, 1]) {
      for (let x = 0; x <= width; x += 8) {
        const y = 300 + row * 26 + Math.sin(x / 34 + second * 1.4 + row * 2) * 5
        if (x === 0) context.moveTo(x, y)
        else context.lineTo(x, y)
      }
    }
    context.stroke()
    context.fillStyle = '#d9efeb'
    context.font = '20px "Noto Sans CJK SC", sans-serif'
    context.fillText('示例录像  Sample recording', 24, 40)
  }
}
