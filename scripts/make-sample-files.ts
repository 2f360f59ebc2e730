/**
 * Prints the documents of the sample forum to server/sample/files, which are committed: Chromium makes the PDF files,
 * pptxgenjs the presentation. Run it by hand after changing their texts.
 */
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from './lib/system-dependencies.ts'
import { guides } from './sample-files/guides.ts'
import { toHtml, agendaHtml, venueHtml } from './sample-files/html.ts'
import { manuals } from './sample-files/manuals.ts'
import { writeTemplate } from './sample-files/slides.ts'

const folder = join(import.meta.dirname, '../server/sample/files')

const pages = new Map([
  ...[...guides, ...manuals].map((document) => [document.fileName, toHtml(document)] as const),
  ['agenda-at-a-glance.pdf', agendaHtml()],
  ['venue-map.pdf', venueHtml()],
])

const workFolder = await mkdtemp(join(tmpdir(), 'sample-files-'))
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
})
try {
  const tab = await browser.newPage()
  for (const [fileName, html] of pages) {
    const source = join(workFolder, 'page.html')
    await writeFile(source, html)
    await tab.goto(`file://${source}`)
    await tab.pdf({
      path: join(folder, fileName),
      preferCSSPageSize: true,
      printBackground: true,
      // Without the structure for screen readers the committed files are smaller.
      tagged: false,
    })
  }
} finally {
  await browser.close()
  await rm(workFolder, { recursive: true })
}
await writeTemplate(join(folder, 'presentation-template.pptx'))

for (const fileName of [...pages.keys(), 'presentation-template.pptx']) {
  console.log(fileName, (await stat(join(folder, fileName))).size)
}
