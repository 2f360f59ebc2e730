/**
 * Draws the photo of every sample person: no real face. It goes to server/sample/files and is committed. Run it by
 * hand after changing it.
 */
import { join } from 'node:path'
import sharp from 'sharp'

const [width, height] = [360, 480]

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 360 480">
  <rect width="360" height="480" fill="#e6ebef"/>
  <path d="M40 480c0-92 62-138 140-138s140 46 140 138z" fill="#52677a"/>
  <rect x="152" y="270" width="56" height="90" rx="28" fill="#c9b8a8"/>
  <ellipse cx="180" cy="200" rx="76" ry="98" fill="#d9c9ba"/>
</svg>`

await sharp(Buffer.from(drawing))
  .webp({ quality: 80 })
  .toFile(join(import.meta.dirname, '../server/sample/files/portrait.webp'))
