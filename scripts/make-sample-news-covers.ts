/**
 * Draws the covers of the sample's news, so that the forum needs no photos of real people. They go to
 * server/sample/files and are committed. Run it by hand after changing one.
 */
import { join } from 'node:path'
import sharp from 'sharp'
import { newsCovers } from '../server/sample/fill-sample.ts'
import * as places from './sample-covers/places.ts'
import { size } from './sample-covers/shapes.ts'
import * as things from './sample-covers/things.ts'

const drawings: Readonly<Record<string, () => string>> = { ...places, ...things }

for (const name of new Set(Object.values(newsCovers))) {
  const draw = drawings[name]
  if (!draw) throw new Error(`no drawing for the cover ${name}`)
  const { width, height } = size
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${draw()}</svg>`
  await sharp(Buffer.from(svg))
    .webp({ quality: 72, effort: 6 })
    .toFile(join(import.meta.dirname, `../server/sample/files/news-${name}.webp`))
}
