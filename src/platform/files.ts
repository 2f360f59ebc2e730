import type { FileValue } from '#contract/row.ts'

const kilo = 1000

/** Formats a file size: `340 kB`, `12.4 MB`. */
export function formatFileSize(sizeBytes: number): string {
  if (sizeBytes < kilo * kilo) return `${Math.max(1, Math.round(sizeBytes / kilo))} kB`
  return `${(sizeBytes / kilo / kilo).toFixed(1)} MB`
}

/** Formats the kind of a file from its name, in capitals: `PDF`. */
export function formatFileKind({ name }: Pick<FileValue, 'name'>): string {
  const extension = /\.([0-9A-Za-z]{1,5})$/.exec(name)?.[1]
  return extension ? extension.toUpperCase() : ''
}

/** How long a blob URL lives, so that the browser can read it, in milliseconds. */
const blobLifeMs = 60_000

/** Starts a download of a blob under a name. */
export function downloadBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = createTemporaryBlobUrl(blob)
  link.download = name
  link.click()
}

/** Creates a blob URL that is revoked by itself. */
export function createTemporaryBlobUrl(blob: Blob): string {
  const address = URL.createObjectURL(blob)
  setTimeout(() => URL.revokeObjectURL(address), blobLifeMs)
  return address
}

/** Removes a URL from every cache of this device, so that a replaced file is no longer served. */
export async function evictFile(
  address: string,
  // Missing on plain http, where nothing is cached.
  caches: CacheStorage | undefined = globalThis.caches,
): Promise<void> {
  const names = (await caches?.keys()) ?? []
  await Promise.all(
    names.map(async (name) =>
      (await caches?.open(name))?.delete(address, { ignoreSearch: true, ignoreVary: true }),
    ),
  )
}
