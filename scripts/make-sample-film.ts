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
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D
  const stream = canvas.captureStream(framesPerSecond)
  const recorder = new MediaRecorder(stream, {
    mimeType: 'video/mp4;codecs=avc1.42E01E',
    videoBitsPerSecond: bitsPerSecond,
  })
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const ended = new Promise((resolve) => {
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
  await ended
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

  function draw(second: number): void {
    pen.fillStyle = '#0e2f2d'
    pen.fillRect(0, 0, width, height)
    Object.assign(pen, { lineWidth: 4, lineCap: 'round', strokeStyle: '#f0a15e' })
    pen.beginPath()
    pen.arc(470, 150 - second * 5, 42, 0, Math.PI * 2)
    pen.stroke()
    pen.strokeStyle = '#d9efeb'
    pen.beginPath()
    pen.moveTo(200, 290)
    pen.lineTo(200, 130)
    for (let blade = 0; blade < 3; blade += 1) {
      const angle = second * 0.9 + (blade * Math.PI * 2) / 3
      pen.moveTo(200, 130)
      pen.lineTo(200 + Math.sin(angle) * 92, 130 - Math.cos(angle) * 92)
    }
    for (const row of [0, 1]) {
      for (let x = 0; x <= width; x += 8) {
        const y = 300 + row * 26 + Math.sin(x / 34 + second * 1.4 + row * 2) * 5
        if (x === 0) pen.moveTo(x, y)
        else pen.lineTo(x, y)
      }
    }
    pen.stroke()
    pen.fillStyle = '#d9efeb'
    pen.font = '20px "Noto Sans CJK SC", sans-serif'
    pen.fillText('示例录像  Sample recording', 24, 40)
  }
}
