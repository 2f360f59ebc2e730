/**
 * Draws the pictures of the sample forum: covers of live coverage and news, plans of the halls, logos of exhibitors and
 * partners, and the photo of every person. So the forum needs no photos of real people. The pictures go to
 * server/sample/files and are committed. Run it by hand after changing them.
 */
import { join } from 'node:path'
import sharp, { type WebpOptions } from 'sharp'
import { newsCovers } from '../server/sample/fill-sample.ts'
import { hallPlans } from '../server/sample/rows.ts'
import * as places from './sample-covers/places.ts'
import { size } from './sample-covers/shapes.ts'
import * as things from './sample-covers/things.ts'
import { coverNames, drawCover } from './sample-pictures/covers.ts'
import { boothsWithLogo, drawHall, drawLogo } from './sample-pictures/exhibition.ts'
import { drawPartnerLogo, partnerIds } from './sample-pictures/partner-logos.ts'

const folder = join(import.meta.dirname, '../server/sample/files')

/** Drawings of the covers of news, by name. */
const newsDrawings: Readonly<Record<string, () => string>> = { ...places, ...things }

/** The photo of every sample person: no real face. */
const portrait = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="480" viewBox="0 0 360 480">
  <rect width="360" height="480" fill="#e6ebef"/>
  <path d="M40 480c0-92 62-138 140-138s140 46 140 138z" fill="#52677a"/>
  <rect x="152" y="270" width="56" height="90" rx="28" fill="#c9b8a8"/>
  <ellipse cx="180" cy="200" rx="76" ry="98" fill="#d9c9ba"/>
</svg>`

/** Compression of drawings of few colours. */
const lineArt: WebpOptions = { quality: 80, effort: 6 }
for (const { id } of hallPlans) await write(`${id}.webp`, drawHall(id), lineArt)
for (const booth of boothsWithLogo) await write(`logo-${booth.toLowerCase()}.webp`, drawLogo(booth), lineArt)
for (const name of coverNames) await write(`cover-${name}.webp`, drawCover(name), lineArt)
for (const name of new Set(Object.values(newsCovers)))
  await write(`news-${name}.webp`, drawNewsCover(name), { quality: 72, effort: 6 })
for (const id of partnerIds)
  await write(`partner-${id}.webp`, drawPartnerLogo(id), { quality: 90, alphaQuality: 90 })
await write('portrait.webp', portrait, { quality: 80 })

function drawNewsCover(name: string): string {
  const draw = newsDrawings[name]
  if (!draw) throw new Error(`no drawing for the cover ${name}`)
  const { width, height } = size
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${draw()}</svg>`
}

async function write(fileName: string, svg: string, options: WebpOptions): Promise<void> {
  await sharp(Buffer.from(svg)).webp(options).toFile(join(folder, fileName))
}
