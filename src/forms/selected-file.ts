/** A file that was chosen and is only on this device yet. */
export interface SelectedFile {
  file: Blob
  name: string
}

/** True for a field value that is a file chosen here, not one on the server. */
export function isSelectedFile(value: unknown): value is SelectedFile {
  return typeof value === 'object' && value !== null && 'file' in value && value.file instanceof Blob
}
