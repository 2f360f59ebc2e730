/**
 * Draws the pictures of the sample forum: covers of live coverage, marks of exhibitors, plans of the halls. They go to
 * server/sample/files and are committed. Run it by hand after changing them.
 */
import { join } from 'node:path'
import sharp from 'sharp'
import { hallPlans } from '#server/sample/rows.ts'
import { coverNames, drawCover } from './sample-pictures/covers.ts'
import { drawHall } from './sample-pictures/halls.ts'
import { drawLogo, boothsWithLogo } from './sample-pictures/logos.ts'

const folder = join(import.meta.dirname, '../server/sample/files')

for (const { id } of hallPlans) await draw(`${id}.webp`, drawHall(id))
for (const booth of boothsWithLogo) await draw(`logo-${booth.toLowerCase()}.webp`, drawLogo(booth))
for (const name of coverNames) await draw(`cover-${name}.webp`, drawCover(name))

async function draw(fileName: string, svg: string): Promise<void> {
  await sharp(Buffer.from(svg)).webp({ quality: 80, effort: 6 }).toFile(join(folder, fileName))
}
