import { readFileSync } from 'node:fs'
import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { locales, type Locale } from '#contract/locale.ts'
import type { FileStorage } from '#server/files/storage.ts'
import { sanitizeFileName } from '#server/files/sanitize-file-name.ts'
import type { PersonalData, PersonalFile } from './collect.ts'

const readme = new Map(locales.map((locale) => [locale, readText(locale)]))

function readText(locale: Locale): string {
  const file = new URL(`../../../locales/${locale}/messages.json`, import.meta.url)
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return texts['own_data.readme'] ?? ''
}

/**
 * A person's data as a zip: what each part is, in both languages, a JSON file for each table, and their files under
 * their own names. It is made while it is read; no file is held in memory. A file whose bytes are lost does not cost the
 * person the rest: it is named in a list.
 */
export async function writeOwnArchive(
  data: PersonalData,
  storage: FileStorage,
  madeAt: Date,
): Promise<Readable> {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.on('error', (error: Error) => output.destroy(error))
  zip.outputStream.pipe(output)
  const options = { mtime: madeAt, mode: 0o100600 }
  for (const [locale, text] of readme)
    zip.addBuffer(Buffer.from(`${text}\n`), `README.${locale}.txt`, options)
  const lost: { name: string }[] = []
  for (const file of data.files) {
    if ((await storage.findSize(file.storageKey)) === file.sizeBytes) addFile(zip, storage, file, options)
    else lost.push({ name: file.name })
  }
  for (const [table, rows] of [...Object.entries(data.tables), ['lost_files', lost] as const]) {
    const text = `${JSON.stringify(rows, null, 2)}\n`
    if (rows.length > 0) zip.addBuffer(Buffer.from(text), `${table}.json`, options)
  }
  zip.end()
  return output
}

function addFile(
  zip: ZipFile,
  storage: FileStorage,
  { no, name, storageKey, sizeBytes }: PersonalFile,
  options: { mtime: Date; mode: number },
): void {
  const path = `files/${no}/${sanitizeFileName(name)}`
  if (sizeBytes === 0) return zip.addBuffer(Buffer.alloc(0), path, options)
  zip.addReadStreamLazy(path, { ...options, size: sizeBytes, compress: false }, (give) => {
    give(null, storage.read(storageKey, { start: 0, end: sizeBytes - 1 }))
  })
}
