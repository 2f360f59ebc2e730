/** `node scripts/make-icons.ts`: draws the PNG icons of public/icons/, and favicon.ico, from public/icon.svg, with Chromium. */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium } from './lib/system-dependencies.ts'

const publicFolder = fileURLToPath(new URL('../public/', import.meta.url))

/**
 * The icons. `scale`: the drawing's part of the icon's width; smaller where systems crop the corners. `opaque`: has a coloured
 * background, because Apple and maskable icons must not be transparent.
 */
const icons = [
  { file: 'icon-192.png', sizePx: 192, scale: 1, opaque: false },
  { file: 'icon-512.png', sizePx: 512, scale: 1, opaque: false },
  { file: 'maskable-512.png', sizePx: 512, scale: 0.74, opaque: true },
  { file: 'apple-touch-180.png', sizePx: 180, scale: 0.9, opaque: true },
]

/** Browsers request it for pages that name no icon, such as a PDF, offline too. */
const favicon = { sizePx: 48, scale: 1, opaque: false }

const svg = await readFile(`${publicFolder}icon.svg`, 'utf8')
const backgroundColour = /fill="(#[0-9A-F]{6})"/i.exec(svg)?.[1] ?? '#0B5F59'
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
})
for (const { file, ...icon } of icons) await writeFile(`${publicFolder}icons/${file}`, await renderIcon(icon))
await writeFile(`${publicFolder}favicon.ico`, toIco(await renderIcon(favicon), favicon.sizePx))
await browser.close()

async function renderIcon({
  sizePx,
  scale,
  opaque,
}: {
  sizePx: number
  scale: number
  opaque: boolean
}): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: sizePx, height: sizePx } })
  await page.setContent(`<style>
    html, body { margin: 0; height: 100%; background: ${opaque ? backgroundColour : 'transparent'} }
    body { display: grid; place-items: center } svg { width: ${scale * 100}%; height: ${scale * 100}% }
  </style>${svg}`)
  const png = await page.screenshot({ omitBackground: !opaque })
  await page.close()
  return png
}

/**
 * Creates an ICO file with one picture: 6 bytes of header (type 1, one picture), 16 of directory (size in pixels, one plane, 32
 * bits per pixel, length and position of the PNG), then the PNG.
 */
function toIco(png: Buffer, sizePx: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(sizePx, 6)
  header.writeUInt8(sizePx, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
