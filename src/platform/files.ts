import type { FileValue } from '#contract/row.ts'

/** File sizes on screen are decimal, as in the file managers of phones. */
const kilo = 1000

/** Formats a file size: `340 kB`, `12.4 MB`. A file of a few bytes has `1 kB`. */
export function formatFileSize(sizeBytes: number): string {
  if (sizeBytes < kilo * kilo) return `${Math.max(1, Math.round(sizeBytes / kilo))} kB`
  return `${(sizeBytes / kilo / kilo).toFixed(1)} MB`
}

/** Formats the kind of a file from its name's extension: `PDF`. Empty without one of at most 5 letters or digits. */
export function formatFileKind({ name }: Pick<FileValue, 'name'>): string {
  const extension = /\.([0-9A-Za-z]{1,5})$/.exec(name)?.[1]
  return extension ? extension.toUpperCase() : ''
}

/** Time after which a blob URL is revoked, in milliseconds. Until then the browser must have begun to read it. */
const blobLifeMs = 60_000

/** Starts a download of a blob under a name. */
export function downloadBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = createTemporaryBlobUrl(blob)
  link.download = name
  link.click()
}

/** Creates a blob URL that is revoked after {@link blobLifeMs}. */
export function createTemporaryBlobUrl(blob: Blob): string {
  const blobUrl = URL.createObjectURL(blob)
  setTimeout(() => URL.revokeObjectURL(blobUrl), blobLifeMs)
  return blobUrl
}

/**
 * Removes a file's URL from every cache of the service worker, so that a replaced file is no longer served. Responses
 * with any query and for any language count as the same file.
 */
export async function evictFile(
  url: string,
  // Missing on plain http, where nothing is cached.
  caches: CacheStorage | undefined = globalThis.caches,
): Promise<void> {
  const names = (await caches?.keys()) ?? []
  await Promise.all(
    names.map(async (name) =>
      (await caches?.open(name))?.delete(url, { ignoreSearch: true, ignoreVary: true }),
    ),
  )
}
