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
