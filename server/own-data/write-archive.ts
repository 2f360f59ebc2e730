import { readFileSync } from 'node:fs'
import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { locales, type Locale } from '#contract/locale.ts'
import type { FileStorage } from '#server/files/storage.ts'
import { cleanFileName } from '#server/files/uploads/file-name.ts'
import type { OwnData } from './collect.ts'

const readme = new Map(locales.map((locale) => [locale, readText(locale)]))

function readText(locale: Locale): string {
  const file = new URL(`../../locales/${locale}/messages.json`, import.meta.url)
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return texts['own_data.readme'] ?? ''
}

/**
 * A person's data as a zip: what each part is, in both languages, a JSON file for each table, and their files under
 * their own names. It is made while it is read; no file is held in memory.
 */
export function writeOwnArchive(data: OwnData, storage: FileStorage, madeAt: Date): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.on('error', (error: Error) => output.destroy(error))
  zip.outputStream.pipe(output)
  const options = { mtime: madeAt, mode: 0o100600 }
  for (const [locale, text] of readme)
    zip.addBuffer(Buffer.from(`${text}\n`), `README.${locale}.txt`, options)
  for (const [table, rows] of Object.entries(data.tables)) {
    if (rows.length > 0)
      zip.addBuffer(Buffer.from(`${JSON.stringify(rows, null, 2)}\n`), `${table}.json`, options)
  }
  for (const file of data.files) {
    const name = `files/${file.no}/${cleanFileName(file.name)}`
    const entry = { ...options, size: file.sizeBytes, compress: false }
    if (file.sizeBytes === 0) zip.addBuffer(Buffer.alloc(0), name, options)
    else
      zip.addReadStreamLazy(name, entry, (give) => {
        give(null, storage.read(file.storageKey, { start: 0, end: file.sizeBytes - 1 }))
      })
  }
  zip.end()
  return output
}
