/**
 * `node scripts/make-share-picture.ts`: draws public/share.png, which other apps show beside links to the forum: its
 * name in both languages, its city, and the drawing of the home page. Run it by hand after changing these.
 */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { forumSetting } from '../contract/forum.ts'
import { sharePicture } from '#server/seo/make-head.ts'
import { skyline, skylineBox, type ShapePaint } from '../src/features/visit/home/skyline.ts'
import { findChromium } from './lib/system-dependencies.ts'

const outputFile = fileURLToPath(new URL('../public/share.png', import.meta.url))

/** The light theme's colours (src/app/theme/tokens.css). */
const colours: Readonly<Record<ShapePaint, string>> = {
  far: 'fill="#e6f0ee" opacity="0.6" stroke="none"',
  near: 'fill="#e6f0ee" stroke="none"',
  sun: 'fill="#fbeee3" stroke="#a8480f"',
  ray: 'stroke="#a8480f"',
  shape: 'fill="#ffffff"',
  roof: 'fill="#0b5f59"',
  line: '',
  water: 'fill="#0b5f59" fill-opacity="0.12" stroke="none"',
  ripple: 'stroke-opacity="0.45"',
}

const paths = skyline.map(
  ({ paint, d, transform }) =>
    `<path ${colours[paint]} d="${d}" ${transform ? `transform="${transform}"` : ''}/>`,
)
const { name, city } = forumSetting
const html = `<style>
  body { margin: 0; background: linear-gradient(#fbfaf7, #ffffff 70%); font-family: 'PingFang SC', 'Noto Sans CJK SC', sans-serif; color: #14211f }
  main { padding: 64px 72px 0 }
  h1 { margin: 0; font-size: 84px; letter-spacing: 0.03em; line-height: 1.2 }
  p { margin: 8px 0 0; font-size: 40px; color: #55635f }
  .city { margin-top: 20px; font-size: 32px; color: #0b5f59; font-weight: 600 }
  svg { position: absolute; left: 0; bottom: 0; width: 100%; height: 300px }
</style>
<main><h1>${name['zh-CN']}</h1><p>${name.en}</p><p class="city">${city['zh-CN']} · ${city.en}</p></main>
<svg viewBox="0 0 ${skylineBox.width} ${skylineBox.height}" preserveAspectRatio="xMidYMax slice" fill="none"
  stroke="#0b5f59" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</svg>`

const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
})
const { width, height } = sharePicture
const page = await browser.newPage({ viewport: { width, height } })
await page.setContent(html)
const png = await page.screenshot()
await browser.close()
// With a palette a drawing of few colours is a fifth of the size.
await writeFile(outputFile, await sharp(png).png({ palette: true, colours: 64, effort: 10 }).toBuffer())
